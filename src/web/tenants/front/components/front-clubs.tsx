import { Link } from '@tanstack/react-router';
import type { Landing } from '#shared/tenants/landing/contract.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonAnchor } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { RareIcon } from '#web/ui/rare-icon.tsx';
import classes from '../front-screen.module.css';
import { useOpenLabels } from './front-open.tsx';

type Club = Landing['clubs'][number];

/** Where a place is, on a map that needs no key and sets nothing. */
function mapOf({ address, city }: Club): string | undefined {
  const place = [address, city].filter(Boolean).join(', ');
  return place === '' ? undefined : `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;
}

/** The clubs with their hours of now, each with its place on a map. */
export function FrontClubs({ clubs }: { clubs: readonly Club[] }) {
  const { t } = useTexts();
  const toLabels = useOpenLabels();
  return (
    <section
      id="clubs"
      className={classes.clubs}
      aria-label={t(clubs.length > 1 ? 'landing.clubs' : 'landing.club')}
    >
      <h2 className={`${classes.heading} ${classes.onPhone}`}>
        {t(clubs.length > 1 ? 'landing.clubs' : 'landing.club')}
      </h2>
      <ul className={classes.clubList}>
        {clubs.map((club) => {
          const said = toLabels(club);
          const map = mapOf(club);
          return (
            <li key={club.id} className={classes.club}>
              <div className={classes.clubWords}>
                <h3 className={classes.clubName}>{club.name}</h3>
                <p className={classes.clubText}>{[club.address, club.city].filter(Boolean).join(', ')}</p>
                {said ? (
                  <p className={classes.clubText}>
                    <strong className={said.isOpen ? classes.isOpen : classes.isClosed}>{said.word}</strong>{' '}
                    {said.time}
                  </p>
                ) : null}
              </div>
              {map ? (
                <ButtonAnchor
                  href={map}
                  target="_blank"
                  rel="noopener noreferrer"
                  variant="plain"
                  size="small"
                  className={classes.map ?? ''}
                >
                  <Icon name="pin" size={20} className={classes.onDesk} />
                  <span className={classes.onPhone}>{t('landing.map')}</span>
                  <span className={classes.onDesk}>{t('landing.seeMap')}</span>
                  <span className="visually-hidden">, {club.name}</span>
                </ButtonAnchor>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** How to ask, and what those ask who have never been here. */
export function Contacts({ landing }: { landing: Landing }) {
  const { t } = useTexts();
  const { phone, email } = useStartContext().configuration.contact;
  return (
    <section className={classes.contacts} aria-label={t('landing.askUs')}>
      <h2 className={classes.heading}>{t('landing.askUs')}</h2>
      <ul className={classes.contactList}>
        {phone === '' ? null : (
          <li>
            <a className={classes.contact} href={`tel:${phone.replaceAll(' ', '')}`}>
              <RareIcon name="phone" />
              {phone}
            </a>
          </li>
        )}
        {email === '' ? null : (
          <li>
            <a className={classes.contact} href={`mailto:${email}`}>
              <Icon name="mail" />
              {email}
            </a>
          </li>
        )}
        {landing.hasTrainers ? (
          <li>
            <ListRowLink
              to="/public/trainers"
              start={<Icon name="user" />}
              title={t('landing.trainers')}
              text={t('landing.trainersText')}
            />
          </li>
        ) : null}
        <li>
          <ListRowLink
            to="/page"
            start={<RareIcon name="door" />}
            title={t('landing.firstTime')}
            text={t('landing.firstTimeText')}
          />
        </li>
      </ul>
    </section>
  );
}

/** Whose page it is, and under which terms things are sold. */
export function FrontEnd({ company }: { company: Landing['company'] }) {
  const { t } = useTexts();
  return (
    <footer className={classes.end}>
      <p>{[company.name, company.registryCode].filter(Boolean).join(' · ')}</p>
      <Link to="/page/buying-terms" className={classes.terms}>
        {t('landing.terms')}
      </Link>
    </footer>
  );
}
