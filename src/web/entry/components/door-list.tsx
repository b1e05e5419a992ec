import type { EntryStatus } from '#shared/entry/codes/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
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
        {[...Map.groupBy(doors, reasonOf).values()].map((alike) => (
          <li key={alike[0]?.id} className={classes.door}>
            {alike.map((door) => (
              <Door key={door.id} door={door} />
            ))}
            <Reason refusal={alike[0]?.refusal ?? null} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type OneDoor = EntryStatus['doors'][number];

/** Doors that stay shut for one reason say it together; each that opens stands alone. */
const reasonOf = ({ id, refusal }: OneDoor) => (refusal ? JSON.stringify(refusal) : id);

function Door({ door: { name, clubName, refusal, openUntil, visitsLeft } }: { door: OneDoor }) {
  const { t } = useTexts();
  const facts = [
    openUntil === null ? undefined : t('entry.openUntil', { time: openUntil }),
    visitsLeft === null ? undefined : t('entry.visitsLeft', { count: visitsLeft }),
  ].filter((fact) => fact !== undefined);
  return (
    <div className={classes.line}>
      <span>
        <span className={classes.name}>
          {clubName}, {name}
        </span>
        {facts.map((fact) => (
          <span key={fact} className={classes.fact}>
            {fact}
          </span>
        ))}
      </span>
      <Tag tone={refusal ? 'warn' : 'ok'}>
        {refusal ? null : <Icon name="check" size={18} />}
        {t(refusal ? 'entry.shut' : 'entry.opens')}
      </Tag>
    </div>
  );
}

/** Why doors do not open now, and what to do about it. */
function Reason({ refusal }: Pick<OneDoor, 'refusal'>) {
  const { t } = useTexts();
  if (refusal === null) return null;
  const way: Way | undefined = ways[refusal.error as keyof typeof ways];
  return (
    <>
      <p className={classes.why}>{errorText(new ApiError(409, [refusal.error], refusal.details), t)}</p>
      {way ? (
        <ButtonLink to={way.to} variant="plain" size="small">
          {t(way.text)}
        </ButtonLink>
      ) : null}
    </>
  );
}
