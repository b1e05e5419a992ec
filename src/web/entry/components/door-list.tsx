import type { EntryStatus } from '#shared/entry/codes/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/tag.tsx';
import classes from './door-list.module.css';

/** What the next step is where a door does not open. */
const ways = {
  contractInDebt: { to: '/invoices', text: 'entry.payInvoice' },
  contractFrozen: { to: '/contracts', text: 'entry.seeContract' },
  contractEnded: { to: '/contracts', text: 'entry.seeContract' },
  contractBlocked: { to: '/contracts', text: 'entry.seeContract' },
  contractVisitsUsed: { to: '/public/tickets', text: 'entry.buyTicket' },
  ticketUsed: { to: '/public/tickets', text: 'entry.buyTicket' },
  entryNothingValid: { to: '/public/tickets', text: 'entry.buyTicket' },
} as const;
type Way = (typeof ways)[keyof typeof ways];

/** The doors of the centre, which of them open now, and what to do where one does not. */
export function DoorList({ doors }: { doors: EntryStatus['doors'] }) {
  const { t } = useTexts();
  if (doors.length === 0) return <p className={classes.none}>{t('entry.noDoors')}</p>;
  return (
    <section className={classes.section} aria-labelledby="entry-doors">
      <h2 id="entry-doors" className={classes.heading}>
        {t('entry.doors')}
      </h2>
      <ul className={classes.list}>
        {doors.map(({ id, name, clubName, refusal, visitsLeft }) => {
          const way: Way | undefined = refusal ? ways[refusal.error as keyof typeof ways] : undefined;
          return (
            <li key={id} className={classes.door}>
              <div className={classes.line}>
                <span>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.club}>{clubName}</span>
                </span>
                <Tag tone={refusal ? 'warn' : 'ok'}>{t(refusal ? 'entry.shut' : 'entry.opens')}</Tag>
              </div>
              {refusal ? (
                <p className={classes.why}>
                  {errorText(new ApiError(409, [refusal.error], refusal.details), t)}
                </p>
              ) : visitsLeft === null ? null : (
                <p className={classes.why}>{t('entry.visitsLeft', { count: visitsLeft })}</p>
              )}
              {way ? (
                <ButtonLink to={way.to} variant="plain" size="small">
                  {t(way.text)}
                </ButtonLink>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
