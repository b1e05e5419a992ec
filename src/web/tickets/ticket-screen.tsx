import { localDate } from '#shared/kernel/dates.ts';
import type { TicketDetail } from '#shared/tickets/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { formatDate } from '#web/kernel/format.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { useAwakeScreen } from '#web/kernel/wake-lock.ts';
import { ButtonLink, IconLink } from '#web/ui/button.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Ledger } from '#web/ui/ledger.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { isToCome, useTicketLabels } from './components/ticket-labels.ts';
import { useTicket } from './queries.ts';
import classes from './ticket-screen.module.css';

interface TicketScreenProps {
  /** `ticket` of the address. */
  token: string;
}

/** One ticket: the code to show, until when it holds, what is left and why (specification point 3, ticket). */
export function TicketScreen({ token }: TicketScreenProps) {
  const { t } = useTexts();
  const query = useTicket(token);
  const { data, error } = query;
  if (data) return <Shown ticket={data} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Page isCentred>
        <EmptyState level={1} title={errorText(error, t)} text={t('tickets.notFoundText')}>
          <ButtonLink to="/public/tickets" search={{}} isWide>
            {t('tickets.toTickets')}
          </ButtonLink>
        </EmptyState>
      </Page>
    );
  }
  if (error) {
    return (
      <Page isCentred>
        <NotLoaded level={1} title={t('tickets.ticketNotLoaded')} query={query} />
      </Page>
    );
  }
  return (
    <Page isCentred>
      <PageHeader title={t('tickets.whatTitle')} size="flow" back={<Back />} />
      <div className={classes.ticket} role="status" aria-label={t('common.loading')}>
        <div className={classes.blank} />
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    </Page>
  );
}

function Back() {
  const { t } = useTexts();
  return (
    <IconLink to="/public/tickets" search={{}} label={t('tickets.toTickets')}>
      <Icon name="chevronLeft" />
    </IconLink>
  );
}

function Shown({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTexts();
  const { today } = useTimeFormat();
  const { name, state, holderName, clubName, token, validFrom, givenFor } = ticket;
  const validity = useValidity(ticket);
  useAwakeScreen(state === 'valid');
  return (
    <Page isCentred>
      <PageHeader title={name} size="flow" back={<Back />} />
      <div className={classes.ticket}>
        {state === 'valid' ? (
          <figure className={classes.card}>
            <QrCode text={token} label={t('tickets.codeName')} className={classes.code} />
            <figcaption className={classes.caption}>
              <span className={classes.holder}>{holderName}</span>
              <span className={classes.show}>
                {validFrom !== null && isToCome(ticket, today)
                  ? t('tickets.opensFrom', { date: formatDate(validFrom) })
                  : t('tickets.show')}
              </span>
            </figcaption>
          </figure>
        ) : (
          <Over ticket={ticket} />
        )}
        <Facts
          isFramed
          facts={[
            ...(givenFor === null ? [] : [{ label: t('tickets.given'), value: givenFor }]),
            ...validity,
            { label: t('tickets.whatClub'), value: clubName },
            ...(state === 'valid' ? [] : [{ label: t('tickets.holder'), value: holderName }]),
          ]}
        />
        <Visits ticket={ticket} />
      </div>
    </Page>
  );
}

/** A code that opens nothing is not shown: why, and what instead. */
function Over({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTexts();
  const { used, validUntil } = ticket;
  const date = validUntil === null ? '' : formatDate(validUntil);
  const why = used ? t('errors.ticketUsed') : t('errors.ticketExpired', { date });
  return (
    <>
      <Notice tone="warn" icon="info" text={`${why}. ${t('tickets.cannotOpen')}`} />
      <ButtonLink to="/public/tickets" search={{}} isWide>
        {t('tickets.buyNew')}
      </ButtonLink>
    </>
  );
}

/** From when and until when it counts. */
function useValidity(ticket: TicketDetail): Fact[] {
  const { t } = useTexts();
  const labels = useTicketLabels();
  const { today } = useTimeFormat();
  const { validFrom, validUntil } = ticket;
  if (validFrom === null || validUntil === null) {
    const value = t('tickets.beginsWithUse', { length: labels.length(ticket) });
    return [{ label: t('tickets.whatValidity'), value }];
  }
  const from = isToCome(ticket, today)
    ? [{ label: t('tickets.validFrom'), value: formatDate(validFrom) }]
    : [];
  return [...from, { label: t('tickets.validUntil'), value: formatDate(validUntil) }];
}

/** How many visits are left, and the list behind it. */
function Visits({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { visitsLeft, visitsGranted, visitsUsed, visitsReserved } = ticket;
  const isCounted = visitsLeft !== null;
  const entries = ticket.entries.map(({ kind, at, change, left, reason }, index) => ({
    id: index,
    what: kind === 'GRANT' && reason !== null ? t('tickets.given') : t(`tickets.${kind}`),
    notes: [
      `${formatDate(localDate(at, format.timeZone))} ${format.time(at)}`,
      ...(reason === null ? [] : [reason]),
    ],
    change,
    left,
  }));
  return (
    <Ledger
      className={classes.visits}
      label={t(isCounted ? 'tickets.left' : 'tickets.usedCount')}
      note={visitsReserved === 0 ? null : t('tickets.reservedCount', { count: visitsReserved })}
      balance={
        isCounted
          ? t('tickets.leftOf', { left: visitsLeft, granted: visitsGranted ?? 0 })
          : String(visitsUsed)
      }
      words={{
        list: t('tickets.ledger'),
        what: t('tickets.entryWhat'),
        change: t('tickets.entryChange'),
        left: t('tickets.entryLeft'),
        isEmpty: t('tickets.ledgerEmpty'),
      }}
      entries={entries}
    />
  );
}
