import { decideCredit } from '#shared/invoices/credits/domain.ts';
import { Payer } from '#shared/invoices/domain.ts';
import { tax, vatRate } from '#shared/invoices/vat/domain.ts';
import type { WholeLine } from '#shared/invoices/whole/domain.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';
import { addCents, type Cents, cents } from '#shared/kernel/money.ts';
import { joiningFee } from '../contracts/built-in.ts';
import { feeFor, packagesFor } from '../contracts/domain.ts';
import type { DemoCentre } from '../domain.ts';
import { accountHolders } from '../people/domain.ts';
import { priceAt } from '../prices/domain.ts';
import { productsOf } from '../products/data.ts';
import { type Random, randomOf } from '../random/domain.ts';
import { commonArticles, creditReasons, type DemoArticle, demoEmployers, nights } from './built-in.ts';

/** What became of an invoice: every state there is. */
const demoStories = [
  'paid',
  'unpaid',
  'dueToday',
  'overdue',
  'partial',
  'overpaid',
  'credited',
  'partlyCredited',
  'writtenOff',
  'employer',
] as const;
type DemoStory = (typeof demoStories)[number];

interface DemoReceipt {
  readonly kind: 'online' | 'bank' | 'cash';
  readonly amountCents: Cents;
  readonly on: string;
  /** What of it pays the invoice, and what was given back as credit; the rest is credit too. */
  readonly usedCents: Cents;
  readonly releasedCents: Cents;
}

export interface DemoInvoice {
  readonly kind: 'invoice' | 'creditNote';
  readonly clientIndex: number;
  readonly payer: Payer;
  readonly language: Language;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly lines: readonly (WholeLine & { readonly creditsPosition?: number })[];
  readonly totalCents: Cents;
  readonly isWrittenOff: boolean;
  readonly receipts: readonly DemoReceipt[];
  /** Place in the list of what a credit note takes back. */
  readonly creditsIndex: number | null;
  readonly reason: string;
}

interface Plan {
  readonly clientIndex: number;
  readonly story: DemoStory;
  readonly daysAgo: number;
}

/** How many of the other clients have invoices, and how many each. */
const crowd = 24;
const each = 3;

/** A centre's invoices around today, oldest first, in every state for the demo's accounts, mostly paid for the others. */
export function seedInvoices(centre: DemoCentre, now: string): DemoInvoice[] {
  const { tenant } = centre;
  const random = randomOf(tenant.host, 'invoices');
  const today = localDate(now, tenant.timeZone);
  const plans = [...planAccounts(tenant.company.paymentDays, random), ...planCrowd(centre, random)].sort(
    (one, other) => other.daysAgo - one.daysAgo,
  );
  const invoices: DemoInvoice[] = [];
  const notes: DemoInvoice[] = [];
  for (const plan of plans) {
    const invoice = seedInvoice(centre, plan, today, random);
    invoices.push(invoice);
    if (plan.story === 'credited' || plan.story === 'partlyCredited') {
      notes.push(creditNote(invoice, invoices.length - 1, plan.story === 'credited'));
    }
  }
  return [...invoices, ...notes];
}

/** What the demo's member has nothing of: with them all is well, and what is not is seen with the trainer's account. */
const troubles: ReadonlySet<DemoStory> = new Set(['dueToday', 'overdue', 'partial', 'writtenOff']);

function planAccounts(paymentDays: number, random: Random): Plan[] {
  const { member, trainer } = accountHolders;
  const ages: Record<DemoStory, number> = {
    unpaid: 2,
    dueToday: paymentDays,
    overdue: paymentDays + 5,
    partial: paymentDays - 3,
    overpaid: 40,
    credited: 55,
    partlyCredited: 64,
    writtenOff: 300,
    employer: 33,
    paid: 90,
  };
  const told = demoStories.map((story) => ({
    clientIndex: troubles.has(story) ? trainer : member,
    story,
    daysAgo: ages[story],
  }));
  // A year of monthly payments behind them.
  const months = Array.from({ length: 12 }, (_, month) => ({
    clientIndex: member,
    story: 'paid' as const,
    daysAgo: 100 + month * 30 + random.integer(0, 2),
  }));
  return [...told, ...months];
}

function planCrowd({ clients }: DemoCentre, random: Random): Plan[] {
  const first = Object.keys(accountHolders).length;
  const payers = random.shuffled(clients.map((_, index) => index).slice(first)).slice(0, crowd);
  return payers.flatMap((clientIndex) =>
    Array.from({ length: each }, (_, turn): Plan => {
      const rest = random.pick(['paid', 'paid', 'paid', 'unpaid', 'overdue', 'partial', 'credited'] as const);
      const story = turn === 0 ? rest : 'paid';
      const daysAgo = story === 'unpaid' ? random.integer(0, 5) : 20 + turn * 30 + random.integer(0, 9);
      return { clientIndex, story, daysAgo };
    }),
  );
}

function seedInvoice(centre: DemoCentre, plan: Plan, today: string, random: Random): DemoInvoice {
  const { tenant, clients } = centre;
  const { clientIndex, story, daysAgo } = plan;
  const client = clients[clientIndex];
  const language = tenant.defaultLanguage;
  const issuedOn = addDays(today, -daysAgo);
  const lines = seedLines(centre, issuedOn, random);
  const totalCents = addCents(...lines.map(({ grossCents }) => grossCents));
  const employer = demoEmployers[tenant.country2Code];
  const own = { name: `${client?.firstName ?? ''} ${client?.lastName ?? ''}`, email: client?.email ?? '' };
  const canPayOnline = tenant.pageRules.payment.isPaymentActive;
  const kind = canPayOnline && random.isTrue(0.7) ? 'online' : random.isTrue(0.8) ? 'bank' : 'cash';
  const paidOn = addDays(issuedOn, Math.min(daysAgo, random.integer(0, tenant.company.paymentDays)));
  return {
    kind: 'invoice',
    clientIndex,
    payer: Payer.parse(story === 'employer' ? employer : own),
    language,
    issuedOn,
    dueOn: addDays(issuedOn, tenant.company.paymentDays),
    lines,
    totalCents,
    isWrittenOff: story === 'writtenOff',
    receipts: receiptsOf(story, totalCents, kind, paidOn),
    creditsIndex: null,
    reason: '',
  };
}

/** What a centre sells, and what goes with it. */
function articlesOf(centre: Pick<DemoCentre, 'tenant'>): readonly DemoArticle[] {
  const { tenant } = centre;
  const tickets = productsOf(centre).filter(({ isActive, priceCents }) => isActive && priceCents > 0);
  const own = [...packagesFor(centre), ...tickets];
  return [
    ...own.map(({ names, priceCents }) => ({ names, cents: priceCents, vatKind: 'standard' as const })),
    { names: joiningFee.names, cents: feeFor(centre), vatKind: 'standard' },
    ...[...commonArticles, nights[tenant.kind] ?? nights.other].map((article) => ({
      ...article,
      cents: priceAt(tenant, article.cents),
    })),
  ];
}

/** One to three lines, now and then with a discount. */
function seedLines(centre: DemoCentre, supplyOn: string, random: Random): WholeLine[] {
  const { tenant } = centre;
  const articles = random.shuffled(articlesOf(centre)).slice(0, random.pick([1, 1, 1, 2, 3]));
  const isRegistered = tenant.company.vatNumber !== '';
  const priced = articles.map((article: DemoArticle, index) => {
    const vatKind = isRegistered ? article.vatKind : ('exempt' as const);
    const quantity = article.isCounted ? random.integer(1, 3) : 1;
    return {
      position: index + 1,
      productId: null,
      article: article.names[tenant.defaultLanguage],
      quantity,
      unitCents: cents(article.cents),
      discountCents: cents(random.isTrue(0.15) ? Math.round((article.cents * quantity) / 10) : 0),
      vatKind,
      vatRate: vatRate(tenant.country2Code, vatKind, supplyOn),
      supplyOn,
    };
  });
  return [...tax(priced).lines];
}

function receiptsOf(
  story: DemoStory,
  total: Cents,
  kind: DemoReceipt['kind'],
  on: string,
): readonly DemoReceipt[] {
  const none = cents(0);
  const whole = { kind, on, amountCents: total, usedCents: total, releasedCents: none };
  switch (story) {
    case 'paid':
    case 'employer':
    case 'partlyCredited':
      return [whole];
    case 'partial': {
      const part = cents(Math.round(total / 2));
      return [{ ...whole, amountCents: part, usedCents: part }];
    }
    case 'overpaid':
      return [{ ...whole, kind: 'bank', amountCents: cents(total + 1200) }];
    case 'credited':
      return [{ ...whole, releasedCents: total }];
    default:
      return [];
  }
}

/** Takes back all of an invoice, or half of its first line. */
function creditNote(invoice: DemoInvoice, creditsIndex: number, isWhole: boolean): DemoInvoice {
  const [first] = invoice.lines;
  const half = cents(Math.max(1, Math.round((first?.grossCents ?? 0) / 2)));
  const decision = decideCredit(invoice.lines, [], isWhole ? 'all' : [{ position: 1, amountCents: half }]);
  if (decision.outcome === 'refused') throw new Error(`a credit note was refused: ${decision.error}`);
  const issuedOn = addDays(invoice.issuedOn, 3);
  return {
    ...invoice,
    kind: 'creditNote',
    issuedOn,
    dueOn: issuedOn,
    lines: decision.lines,
    totalCents: decision.totalCents,
    receipts: [],
    creditsIndex,
    reason: creditReasons[invoice.language],
  };
}
