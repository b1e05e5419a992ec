import { useLocation } from '@tanstack/react-router';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Brand } from './brand.tsx';
import { LanguageSelect } from './language-choice.tsx';
import { PlaceLink } from './place-link.tsx';
import classes from './public-header.module.css';
import { useMenu } from './use-menu.ts';

/** The head of every page for those who are not logged in. */
export function PublicHeader({ hasLogin }: { hasLogin: boolean }) {
  const { t } = useTexts();
  const { places, isSelected, isLanguageHidden } = useMenu();
  const origin = useLocation({ select: (location) => location.href });
  return (
    <header className={classes.header}>
      <Brand className={classes.brand ?? ''} />
      <nav className={classes.places} aria-label={t('menu.mainMenu')}>
        <ul className={classes.list}>
          {places.map((place) => (
            <li key={place.title}>
              <PlaceLink
                path={place.path}
                isSelected={isSelected(place)}
                className={classes.place}
                selectedClassName={classes.selected}
              >
                {t(`menu.${place.title}`)}
              </PlaceLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.end}>
        {isLanguageHidden ? null : <LanguageSelect isShort={hasLogin} />}
        {hasLogin ? (
          <ButtonLink to="/" search={{ origin }} size="small" className={classes.login ?? ''}>
            {t('menu.login')}
          </ButtonLink>
        ) : null}
      </div>
    </header>
  );
}
