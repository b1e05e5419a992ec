import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addDays, formatDate } from '#shared/kernel/dates.ts';
import { eurosToCents, formatMoney } from '#shared/kernel/money.ts';
import type { HeldItem, Home } from '#shared/registrations/home/contract.ts';
import { useActor } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import classes from './home.module.css';

interface HeldRowsProps {
  home: Pick<Home, 'invoices' | 'held' | 'heldCount' | 'membership'>;
  isOpen: (path: string) => boolean;
  /** As it was seen last: the server cannot be asked. */
  isOld: boolean;
}

/** What is to be paid, and what one has: until when, what is left, and what can be done about it. */
export function HeldRows({ home, isOpen, isOld }: HeldRowsProps) {
  const { t } = useTexts();
  const { menu } = useStartContext().pageRules;
  const { held, heldCount, membership, invoices } = home;
  return (
    <ul className={classes.rows} aria-label={t('home.held')}>
      {menu.isInvoiceHidden ? null : <OpenInvoices invoices={invoices} isOld={isOld} />}
      <NoMembership membership={membership} isOpen={isOpen} isOld={isOld} />
      {held.map((item) => (
        <HeldRow
          key={`${item.kind} ${item.id}`}
          item={item}
          membership={membership}
          isOpen={isOpen}
          isOld={isOld}
        />
      ))}
      {heldCount > held.length ? (
        <li className={classes.row}>
          <Link to="/purchases" search={{}} className={classes.all}>
            {t('home.allHeld', { count: heldCount })}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}

interface RowProps {
  title: ReactNode;
  text: string;
  tone?: 'warn' | 'bad' | undefined;
  /** A number or date over what it says, or the one thing to do. */
  children?: ReactNode;
}

function Row({ title, text, tone, children }: RowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.matterWords}>
        <h2 className={classes.rowTitle}>{title}</h2>
        {text === '' ? null : (
          <p className={joinClasses(classes.matterText, tone && classes[tone])}>{text}</p>
        )}
      </div>
      {children}
    </li>
  );
}

function Fact({ value, caption }: { value: string; caption: string }) {
  return (
    <p className={classes.fact}>
      <span className={classes.rowTitle}>{value}</span>
      <span className={classes.matterText}>{caption}</span>
    </p>
  );
}

function OpenInvoices({ invoices, isOld }: Pick<Home, 'invoices'> & Pick<HeldRowsProps, 'isOld'>) {
  const { t, language } = useTexts();
  const { unpaidCount, overdueCount, toPay, first } = invoices;
  if (!first) return null;
  const { article } = first;
  const date = formatDate(first.dueDate);
  const text = () => {
    if (overdueCount > 1) return t('home.overdue', { count: overdueCount, date });
    if (overdueCount === 1) return t('home.overdueOf', { article, date });
    return unpaidCount === 1
      ? t('home.dueOf', { article, date })
      : t('home.invoices', { count: unpaidCount, date });
  };
  return (
    <Row
      title={t('home.toPay', { amount: formatMoney(eurosToCents(toPay), language) })}
      text={isOld ? `${t('home.payOffline')} · ${text()}` : text()}
      tone={overdueCount > 0 ? 'bad' : undefined}
    >
      {isOld ? null : (
        <ButtonLink
          to="/invoices"
          search={unpaidCount === 1 ? { id: first.id } : { filter: 'unpaid' }}
          variant="plain"
          size="small"
        >
          {t('home.pay')}
        </ButtonLink>
      )}
    </Row>
  );
}

type MembershipProps = Pick<Home, 'membership'> & Pick<HeldRowsProps, 'isOpen' | 'isOld'>;

/** Whoever works here comes in without one. */
function NoMembership({ membership, isOpen, isOld }: MembershipProps) {
  const { t } = useTexts();
  const actor = useActor();
  const isStaff = actor.kind === 'member' && (actor.isAdmin || actor.trainerId !== undefined);
  if (membership.state !== 'none' || !membership.isSold || !isOpen('/purchase/contract') || isStaff)
    return null;
  return (
    <Row title={t('home.noContract')} text={t('home.noContractText')}>
      {isOld ? null : (
        <ButtonLink to="/purchase/contract" search={{}} variant="plain" size="small">
          {t('home.choosePackage')}
        </ButtonLink>
      )}
    </Row>
  );
}

function HeldRow({ item, membership, isOpen, isOld }: MembershipProps & { item: HeldItem }) {
  const { t } = useTexts();
  const { kind, id, name, left, validUntil, isRenewing, freeze } = item;
  const title =
    kind === 'contract' ? (
      <Link to="/contracts" search={{ id }} className={classes.rowLink}>
        {name}
      </Link>
    ) : (
      <Link to="/purchases" search={{ filter: kind }} className={classes.rowLink}>
        {name}
      </Link>
    );
  const date = validUntil === null ? '' : formatDate(validUntil);
  const lasts = () => {
    if (validUntil === null) return t(kind === 'contract' ? 'home.noEnd' : 'home.fromFirstUse');
    if (isRenewing) return t('home.renewsOn', { date: formatDate(addDays(validUntil, 1)) });
    return t('home.validUntilDate', { date });
  };
  if (freeze?.isRunning) {
    return (
      <Row title={title} text={t('home.frozenUntil', { date: formatDate(freeze.until) })} tone="warn">
        {isOld ? null : (
          <ButtonLink to="/contracts" search={{ id }} variant="plain" size="small">
            {t('home.resume')}
          </ButtonLink>
        )}
      </Row>
    );
  }
  if (membership.state === 'ending' && kind === 'contract' && membership.contractId === id) {
    const { daysLeft, productId, clubId } = membership;
    const ends = daysLeft === 0 ? t('home.endsToday') : t('home.endsIn', { count: daysLeft, date });
    return (
      <Row title={title} text={ends} tone="warn">
        {isOld || !isOpen('/purchase/contract') ? null : (
          <ButtonLink
            to="/purchase/contract"
            search={{ id: productId, unit: clubId }}
            variant="plain"
            size="small"
          >
            {t('home.renew')}
          </ButtonLink>
        )}
      </Row>
    );
  }
  const ahead = freeze
    ? t('home.freezeAhead', { from: formatDate(freeze.from), until: formatDate(freeze.until) })
    : '';
  if (left !== null) {
    return (
      <Row title={title} text={ahead === '' ? lasts() : ahead}>
        <Fact value={String(left)} caption={t('home.left', { count: left })} />
      </Row>
    );
  }
  if (validUntil === null || isRenewing) return <Row title={title} text={ahead === '' ? lasts() : ahead} />;
  return (
    <Row title={title} text={ahead === '' && kind !== 'contract' ? t('home.unlimited') : ahead}>
      <Fact value={date} caption={t('home.validUntil')} />
    </Row>
  );
}
