import { useState } from 'react';
import { localDate } from '#shared/kernel/dates.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { formatDate, formatMoney, formatTime } from '#web/kernel/format.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useWalletLedger, type WalletItem } from '../queries.ts';
import classes from './wallet-row.module.css';

/** Something owned with its balance; opened, the ledger behind it and the way to its own screen. */
export function WalletRow({ item }: { item: WalletItem }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const name = item.kind === 'credit' ? t('owned.kind.credit') : item.name;
  return (
    <details className={classes.row} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={classes.summary}>
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          <Kind item={item} />
        </span>
        <Balance item={item} />
        <Icon name="chevronDown" size={20} className={classes.chevron} />
      </summary>
      <div className={classes.inside}>
        {isOpen ? <Lines item={item} name={name} /> : null}
        <Way item={item} name={name} />
      </div>
    </details>
  );
}

/** What it is, and from when until when. */
function Kind({ item: { kind, startDate, endDate } }: { item: WalletItem }) {
  const { t } = useTexts();
  const parts = [
    ...(kind === 'credit' ? [] : [t(`owned.kind.${kind}`)]),
    ...(kind === 'invoice' && endDate !== null ? [t('owned.dueOn', { date: formatDate(endDate) })] : []),
    ...(kind !== 'invoice' && endDate !== null ? [t('owned.until', { date: formatDate(endDate) })] : []),
    ...(kind === 'contract' && endDate === null && startDate !== null
      ? [t('owned.since', { date: formatDate(startDate) }), t('owned.endless')]
      : []),
  ];
  return parts.length === 0 ? null : <span className={classes.text}>{parts.join(' · ')}</span>;
}

function Balance({ item: { kind, unit, balance, granted, isValid } }: { item: WalletItem }) {
  const { t, language } = useTexts();
  const quiet = joinClasses(classes.balance, classes.quiet);
  if (balance === null) return <span className={quiet}>{t('owned.unlimited')}</span>;
  if (unit === 'visits') {
    return (
      <span className={isValid ? classes.balance : quiet}>
        {granted === null ? balance : t('owned.left', { left: balance, granted })}
      </span>
    );
  }
  if (balance === 0) return <span className={quiet}>{t('owned.paid')}</span>;
  const isOwed = kind !== 'credit' && balance > 0;
  return (
    <span className={joinClasses(classes.balance, isOwed && classes.owed)}>
      {formatMoney(eurosToCents(balance), language)}
    </span>
  );
}

/** The lines that make the balance, the latest first, each with what was left after it. */
function Lines({ item, name }: { item: WalletItem; name: string }) {
  const { t, language } = useTexts();
  const { timeZone } = useStartContext().configuration;
  const query = useWalletLedger(item.kind, item.id, true);
  const { data } = query;
  if (!data) {
    return query.isError ? (
      <NotLoaded title={t('owned.ledgerFailed')} query={query} />
    ) : (
      <div role="status" aria-label={t('owned.loadingLedger')}>
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    );
  }
  if (data.lines.length === 0) return <p className={classes.note}>{t('owned.ledgerEmpty')}</p>;
  const isMoney = data.unit === 'euros';
  const amount = (value: number) =>
    isMoney ? formatMoney(eurosToCents(value), language) : String(value).replace('-', '−');
  const signed = (value: number) => (value > 0 ? `+${amount(value)}` : amount(value));
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t('owned.ledger', { name })}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('owned.what')}</th>
          <th scope="col">{t('owned.change')}</th>
          <th scope="col">{t('owned.after')}</th>
        </tr>
      </thead>
      <tbody>
        {data.lines
          .map((line, index) => ({ ...line, index }))
          .toReversed()
          .map(({ index, kind, dateTime, note, change, left }) => (
            <tr key={index}>
              <th scope="row">
                {t(`owned.lines.${kind}`)}
                <span className={classes.when}>
                  {[
                    `${formatDate(localDate(dateTime, timeZone))} ${formatTime(dateTime, language, timeZone)}`,
                    ...(note === '' ? [] : [note]),
                  ].join(' · ')}
                </span>
              </th>
              <td>{change === 0 ? '' : signed(change)}</td>
              <td className={classes.after}>{item.balance === null ? '' : amount(left)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** To the screen where something can be done about it. */
function Way({ item: { kind, id, token }, name }: { item: WalletItem; name: string }) {
  const { t } = useTexts();
  const look = { size: 'small', variant: 'plain' } as const;
  const text = t('owned.open', { name });
  if (kind === 'contract') {
    return (
      <ButtonLink to="/contracts" search={{ id }} {...look}>
        {text}
      </ButtonLink>
    );
  }
  if (kind === 'invoice') {
    return (
      <ButtonLink to="/invoices" search={{ id }} {...look}>
        {text}
      </ButtonLink>
    );
  }
  if (kind === 'voucher') {
    return (
      <ButtonLink to="/vouchers" search={{ id }} {...look}>
        {text}
      </ButtonLink>
    );
  }
  if (kind === 'ticket' && token !== null) {
    return (
      <ButtonLink to="/public/tickets" search={{ ticket: token }} {...look}>
        {text}
      </ButtonLink>
    );
  }
  return null;
}
