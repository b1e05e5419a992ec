import type { Ticket } from '#shared/tickets/contract.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { EndedList, OwnList } from '#web/ui/own-list.tsx';
import { ListRowSkeletons } from '#web/ui/skeleton.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useOwnTickets } from '../queries.ts';
import classes from './own-tickets.module.css';
import { useTicketLabels } from './ticket-labels.ts';

/** A member's tickets: those that can be used, and folded those that cannot any more. Nothing where there are none. */
export function OwnTickets() {
  const { t } = useTexts();
  const query = useOwnTickets(true);
  const { data, error } = query;
  const valid = data?.items.filter(({ state }) => state === 'valid') ?? [];
  const ended = data?.items.filter(({ state }) => state !== 'valid') ?? [];
  if (data && data.items.length === 0) return null;
  return (
    <section className={classes.own}>
      <h2 className={classes.title}>{t('tickets.own')}</h2>
      {error && !data ? <NotLoaded title={t('tickets.notLoaded')} query={query} /> : null}
      {data || error ? null : <ListRowSkeletons count={1} label={t('common.loading')} />}
      <Rows tickets={valid} />
      <EndedList title={t('tickets.ended')} count={ended.length}>
        <Rows tickets={ended} />
      </EndedList>
    </section>
  );
}

function Rows({ tickets }: { tickets: readonly Ticket[] }) {
  const { t } = useTexts();
  const labels = useTicketLabels();
  const stateOf = (ticket: Ticket) => {
    if (ticket.state === 'used') return <Tag>{t('tickets.stateUsed')}</Tag>;
    return ticket.state === 'expired' ? <Tag>{t('tickets.stateExpired')}</Tag> : undefined;
  };
  return (
    <OwnList>
      {tickets.map((ticket) => {
        const state = stateOf(ticket);
        return (
          <li key={ticket.token}>
            <ListRowLink
              to="/public/tickets"
              search={{ ticket: ticket.token }}
              title={ticket.name}
              text={labels.summary(ticket)}
              {...(state && { end: state })}
            />
          </li>
        );
      })}
    </OwnList>
  );
}
