import type { Ctx } from '#server/kernel/ctx.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { BillMove, FreezePlan, ReturnPlan, VisitMove } from '#shared/contracts/freezes/domain.ts';
import type { TerminationPlan, WithdrawalPlan } from '#shared/contracts/terminations/domain.ts';
import type { Payer } from '#shared/invoices/domain.ts';
import { formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import { type Cents, formatMoney } from '#shared/kernel/money.ts';

/** What papers of contracts are written with. */
export interface ContractMailPorts {
  readonly tokens: Tokens;
  /** Where a tenant's pages live. */
  originOf(tenant: Tenant): string;
}

/** A contract, as its papers name it. */
export interface MailedContract {
  readonly id: number;
  readonly number: string;
  readonly names: Readonly<Partial<Record<Language, string>>>;
  readonly firstName: string;
  readonly payer: Payer;
  readonly language: string;
}

type Write = ReturnType<typeof textsFor>;
type Lost = { readonly lost: readonly { readonly name: string }[] };

/** A mail to the payer, in the contract's language: which contract, then what happened to it. */
function write(
  { tenant, now }: Pick<Ctx, 'tenant' | 'now'>,
  contract: MailedContract,
  kind: 'Activated' | 'Freeze' | 'Return' | 'Ending' | 'TakenBack' | 'Withdrawn' | 'Lapsed' | 'Outlived',
  body: (t: Write, money: (amount: Cents) => string) => readonly (string | null)[],
): MailEvent {
  const language = languageOf(tenant, contract);
  const t = textsFor(language);
  const { id, number } = contract;
  const text = [
    t('mail.greeting', { name: contract.firstName }),
    t('contracts.mailContract', { number, name: nameOf(tenant, contract) }),
    ...body(t, (amount) => formatMoney(amount, language)),
    t('mail.signature', { tenant: tenant.name }),
  ];
  return {
    topic: 'mail',
    dedupeKey: kind === 'Activated' ? `contract:${id}` : `contract${kind}:${id}:${now}`,
    to: contract.payer.email,
    subject: t(`contracts.mail${kind}Subject`, { tenant: tenant.name, number }),
    text: text.filter((part) => part !== null).join('\n\n'),
  };
}

function languageOf({ defaultLanguage }: Tenant, { language }: MailedContract): Language {
  return isLanguage(language) ? language : defaultLanguage;
}

function nameOf(tenant: Tenant, contract: MailedContract): string {
  const { names } = contract;
  return names[languageOf(tenant, contract)] ?? names[tenant.defaultLanguage] ?? '';
}

/** The contract is valid: its dates, and the link by which it can be withdrawn from without logging in. */
export function writeActivatedMail(
  ctx: Pick<Ctx, 'tenant' | 'now'>,
  contract: MailedContract,
  of: {
    readonly startsOn: string;
    readonly endsOn: string | null;
    readonly withdrawalUntil: string;
    /** Opens the public page of the withdrawal. */
    readonly link: string;
  },
): MailEvent {
  return write(ctx, contract, 'Activated', (t) => [
    t('contracts.mailActivated', { from: formatDate(of.startsOn) }),
    of.endsOn === null
      ? t('contracts.mailTermless')
      : t('contracts.mailUntil', { until: formatDate(of.endsOn) }),
    t('contracts.mailWithdrawal', { date: formatDate(of.withdrawalUntil), link: of.link }),
  ]);
}

/** The receipt of a freeze, as it was shown before it. */
export function writeFreezeMail(
  ctx: Ctx,
  contract: MailedContract,
  plan: FreezePlan & Lost & { readonly visits: readonly VisitMove[] },
): MailEvent {
  return write(ctx, contract, 'Freeze', (t, money) => [
    t('contracts.mailFreeze', {
      from: formatDate(plan.fromOn),
      until: formatDate(plan.untilOn),
      days: plan.days,
    }),
    plan.feeCents > 0 ? t('contracts.mailFee', { amount: money(plan.feeCents) }) : null,
    plan.endsOn === null ? null : t('contracts.mailNewEnd', { until: formatDate(plan.endsOn) }),
    ...bills(t, money, plan.bills),
    ...plan.visits.map(({ fromOn, untilOn, before, after }) =>
      t('contracts.mailVisits', { from: formatDate(fromOn), until: formatDate(untilOn), before, after }),
    ),
    lostText(t, plan),
  ]);
}

export function writeReturnMail(ctx: Ctx, contract: MailedContract, plan: ReturnPlan): MailEvent {
  return write(ctx, contract, 'Return', (t, money) => [
    plan.untilOn === null
      ? t('contracts.mailReturnCancelled')
      : t('contracts.mailReturnEnded', { until: formatDate(plan.untilOn) }),
    plan.feeBack ? t('contracts.mailFeeBack', { amount: money(plan.feeBack.amountCents) }) : null,
    plan.endsOn === null ? null : t('contracts.mailNewEnd', { until: formatDate(plan.endsOn) }),
    ...bills(t, money, plan.bills),
  ]);
}

/** The receipt of a notice: when it came, and the last day. */
export function writeTerminationMail(
  ctx: Ctx,
  contract: MailedContract,
  plan: TerminationPlan & Lost,
): MailEvent {
  return write(ctx, contract, 'Ending', (t, money) => [
    t('contracts.mailEnding', { at: moment(ctx), date: formatDate(plan.finalOn) }),
    ...plan.bills.map((bill) =>
      t('contracts.mailEndingBill', { date: formatDate(bill.fromOn), amount: money(bill.amountCents) }),
    ),
    lostText(t, plan),
    t('contracts.mailEndingUndo'),
  ]);
}

export function writeRevokedMail(ctx: Ctx, contract: MailedContract, endsOn: string | null): MailEvent {
  return write(ctx, contract, 'TakenBack', (t) => [
    t('contracts.mailTakenBack'),
    endsOn === null ? null : t('contracts.mailUntil', { until: formatDate(endsOn) }),
  ]);
}

/** The receipt of a withdrawal: when it came, and what is paid back. */
export function writeWithdrawalMail(
  ctx: Ctx,
  contract: MailedContract,
  plan: WithdrawalPlan & Lost & { readonly paidBackCents: Cents },
): MailEvent {
  const { usedDays, usedCents, paidBackCents, backCents } = plan;
  const notOwed = (backCents - paidBackCents) as Cents;
  return write(ctx, contract, 'Withdrawn', (t, money) => [
    t('contracts.mailWithdrawn', { at: moment(ctx) }),
    usedDays > 0 ? t('contracts.mailUsed', { days: usedDays, amount: money(usedCents) }) : null,
    t('contracts.mailPaidBack', { amount: money(paidBackCents) }),
    notOwed > 0 ? t('contracts.mailNotOwed', { amount: money(notOwed) }) : null,
    lostText(t, plan),
  ]);
}

/** Bookings were given back because the contract may not be used now. */
export function writeLapsedMail(ctx: Ctx, contract: MailedContract, of: Lost): MailEvent {
  return write(ctx, contract, 'Lapsed', (t) => [t('contracts.mailLapsed'), lostText(t, of)]);
}

/** Bookings of days after its end were given back: no other contract covers them. */
export function writeOutlivedMail(
  ctx: Ctx,
  contract: MailedContract,
  of: Lost & { readonly endsOn: string },
): MailEvent {
  return write(ctx, contract, 'Outlived', (t) => [
    t('contracts.mailOutlived', { date: formatDate(of.endsOn) }),
    lostText(t, of),
  ]);
}

/** What a credit note of a contract gives as its reason. */
export function creditReason({ tenant }: Pick<Ctx, 'tenant'>, contract: MailedContract): string {
  return textsFor(languageOf(tenant, contract))('contracts.creditReason', { number: contract.number });
}

/** Another contract is for the same days, another one hinders it, or its code was that client's second time. */
export type GivenUpBecause = 'doubled' | 'hindered' | 'codeUsed';

/** Why a contract that is given up is credited. */
export function givenUpReason(
  { tenant }: Pick<Ctx, 'tenant'>,
  contract: MailedContract,
  { number: other, because }: { readonly number: string; readonly because: GivenUpBecause },
): string {
  const t = textsFor(languageOf(tenant, contract));
  return t(`contracts.${because}Reason`, { number: contract.number, other });
}

function moment({ now, tenant }: Ctx): string {
  const { timeZone } = tenant;
  return `${formatDate(localDate(now, timeZone))} ${localTime(now, timeZone)}`;
}

function bills(t: Write, money: (amount: Cents) => string, moves: readonly BillMove[]): string[] {
  return moves.map(({ on, beforeCents, afterCents }) =>
    t('contracts.mailBill', {
      date: formatDate(on),
      before: money(beforeCents),
      after: money(afterCents),
    }),
  );
}

function lostText(t: Write, { lost }: Lost): string | null {
  if (lost.length === 0) return null;
  return t('contracts.mailLost', { names: lost.map(({ name }) => name).join(', ') });
}
