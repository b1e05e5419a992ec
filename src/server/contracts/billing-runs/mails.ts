import type { MailEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { Payer } from '#shared/invoices/domain.ts';
import { formatDate } from '#shared/kernel/dates.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import { type Cents, formatMoney } from '#shared/kernel/money.ts';
import type { Addressee } from './data.ts';

export type ContractNews =
  /** It goes on by itself until `nextEndsOn`; the last day to end it before is `choiceOn`. */
  | {
      readonly kind: 'renews';
      readonly endsOn: string;
      readonly nextEndsOn: string;
      readonly choiceOn: string;
    }
  | { readonly kind: 'ends'; readonly endsOn: string }
  | {
      readonly kind: 'price';
      readonly fromOn: string;
      readonly beforeCents: Cents;
      readonly afterCents: Cents;
    }
  /** A price that was told does not come: the one before it stays. */
  | { readonly kind: 'priceKept'; readonly toldCents: Cents; readonly afterCents: Cents }
  | {
      readonly kind: 'debt' | 'badDebt';
      readonly dueOn: string;
      readonly openCents: Cents;
      /** The last date on which the door is open. */
      readonly graceOn: string;
    };

/** A mail about a contract to whoever pays it, in its language; undefined where they have no address. */
export function writeContractMail(
  contract: Addressee,
  news: ContractNews,
  {
    tenant,
    origin,
    key,
    nameIn,
  }: {
    readonly tenant: Tenant;
    readonly origin: string;
    /** What is told once. */
    readonly key: string;
    readonly nameIn: (names: Addressee['names'], language: Language, otherwise: Language) => string;
  },
): MailEvent | undefined {
  const payer = Payer.safeParse(contract.payer);
  if (!payer.success || payer.data.email === '') return undefined;
  const language = isLanguage(contract.language) ? contract.language : tenant.defaultLanguage;
  const t = textsFor(language);
  const money = (amount: Cents) => formatMoney(amount, language);
  const values = {
    tenant: tenant.name,
    number: contract.number,
    name: nameIn(contract.names, language, tenant.defaultLanguage),
    ...(news.kind === 'renews' && {
      end: formatDate(news.endsOn),
      next: formatDate(news.nextEndsOn),
      choice: formatDate(news.choiceOn),
    }),
    ...(news.kind === 'ends' && { end: formatDate(news.endsOn) }),
    ...(news.kind === 'price' && {
      from: formatDate(news.fromOn),
      before: money(news.beforeCents),
      after: money(news.afterCents),
    }),
    ...(news.kind === 'priceKept' && { told: money(news.toldCents), after: money(news.afterCents) }),
    ...((news.kind === 'debt' || news.kind === 'badDebt') && {
      due: formatDate(news.dueOn),
      amount: money(news.openCents),
      grace: formatDate(news.graceOn),
    }),
  };
  const choice = news.kind === 'badDebt' ? 'debt' : news.kind;
  const page = choice === 'debt' ? 'invoices' : choice === 'ends' ? 'purchase/contract' : 'contracts';
  return {
    topic: 'mail',
    dedupeKey: `contract:${contract.id}:${key}`,
    to: payer.data.email,
    subject: t(`billing.${news.kind}Subject`, values),
    text: [
      t('mail.greeting', { name: payer.data.name }),
      t(`billing.${news.kind}Text`, values),
      t(`billing.${choice}Choice`, { ...values, link: `${origin}/${page}` }),
      t('mail.signature', { tenant: tenant.name }),
    ].join('\n\n'),
  };
}
