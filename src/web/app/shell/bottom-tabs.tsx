import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useAdminMode } from '#web/kernel/admin-mode.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useColourMode } from '#web/kernel/preferences.ts';
import { useSession } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useUpdate } from '../updates.ts';
import classes from './bottom-tabs.module.css';
import { LanguageSegments } from './language-choice.tsx';
import { type MenuPlace, tabPlaces } from './menu-items.ts';
import { PlaceLink } from './place-link.tsx';
import { useMemberMenu, usePlaceTitle } from './use-menu.ts';

/** Words short enough for a fifth of a phone's width. */
function tabTitle(place: MenuPlace): 'enter' | 'trainings' | MenuPlace['title'] {
  if (place.title === 'enterGym') return 'enter';
  return place.title === 'myWorkouts' ? 'trainings' : place.title;
}

/** The places of a member at the thumb, and behind Menu all the others. Shown under 800 px. */
export function BottomTabs() {
  const { t } = useTexts();
  const { places, isSelected } = useMemberMenu();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  useToldHeight(bar);
  const tabs = tabPlaces(places);
  const isElsewhere = places.some((place) => isSelected(place) && !tabs.includes(place));
  return (
    <nav ref={bar} className={classes.tabs} aria-label={t('menu.mainMenu')}>
      <ul className={classes.list}>
        {tabs.map((place) => (
          <li key={place.title} className={classes.item}>
            <PlaceLink
              path={place.path}
              isSelected={isSelected(place)}
              className={classes.tab}
              selectedClassName={classes.selected}
            >
              <Icon name={place.icon} isStrong={isSelected(place)} />
              <span className={classes.label}>{t(`menu.${tabTitle(place)}`)}</span>
            </PlaceLink>
          </li>
        ))}
        <li className={classes.item}>
          <button
            type="button"
            className={joinClasses(classes.tab, isElsewhere && classes.selected)}
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onClick={() => setIsMenuOpen(true)}
          >
            <Icon name="menu" isStrong={isElsewhere} />
            <span className={classes.label}>{t('menu.menu')}</span>
          </button>
        </li>
      </ul>
      <MenuSheet
        isOpen={isMenuOpen}
        onClose={() => setIsMenuOpen(false)}
        places={places.filter((place) => !tabs.includes(place))}
      />
    </nav>
  );
}

/** Tells the page how high the tabs are: what stands at its lower edge stands above them. */
function useToldHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = bar;
    if (!current) return;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty('--tabs-told', `${current.offsetHeight}px`));
    watch.observe(current);
    return () => {
      watch.disconnect();
      style.removeProperty('--tabs-told');
    };
  }, [bar]);
}

interface MenuSheetProps {
  isOpen: boolean;
  onClose: () => void;
  places: readonly MenuPlace[];
}

function MenuSheet({ isOpen, onClose, places }: MenuSheetProps) {
  const { t } = useTexts();
  const { isSelected, isLanguageHidden } = useMemberMenu();
  const titleOf = usePlaceTitle();
  const { mode, toggle } = useColourMode();
  const admin = useAdminMode();
  const { logout } = useSession();
  const update = useUpdate();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('menu.menu')}>
      <ul className={classes.rows}>
        {places.map((place) => (
          <li key={place.title}>
            <PlaceLink
              path={place.path}
              isSelected={isSelected(place)}
              className={classes.row}
              selectedClassName={classes.selectedRow}
              isReplacing
              {...(isSelected(place) && { onClick: onClose })}
            >
              <Icon name={place.icon} isStrong={isSelected(place)} />
              {titleOf(place)}
            </PlaceLink>
          </li>
        ))}
        {update.isReady ? (
          <li>
            <button type="button" className={classes.row} onClick={update.apply}>
              <Icon name="arrowRight" />
              {t('menu.updateApp')}
            </button>
          </li>
        ) : null}
        {admin.isOffered ? (
          <li>
            <button
              type="button"
              className={classes.row}
              onClick={() => {
                admin.toggle();
                onClose();
              }}
            >
              <Icon name="pencil" />
              {t(admin.isAdminMode ? 'menu.adminModeOff' : 'menu.adminModeOn')}
            </button>
          </li>
        ) : null}
        <li>
          <button type="button" className={classes.row} onClick={toggle}>
            <Icon name={mode === 'dark' ? 'sun' : 'moon'} />
            {t(mode === 'dark' ? 'menu.lightColours' : 'menu.darkColours')}
          </button>
        </li>
        <li>
          <button type="button" className={classes.row} onClick={logout}>
            <Icon name="logOut" />
            {t('menu.logout')}
          </button>
        </li>
      </ul>
      {isLanguageHidden ? null : <LanguageSegments />}
    </Sheet>
  );
}
