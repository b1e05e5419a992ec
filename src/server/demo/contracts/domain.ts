import { agree, type ContractFacts, ContractSettings } from '#shared/contracts/domain.ts';
import { decideFreeze } from '#shared/contracts/freezes/domain.ts';
import { billsOf } from '#shared/contracts/periods/domain.ts';
import { decideTermination } from '#shared/contracts/terminations/domain.ts';
import { type Payer, payerOf } from '#shared/invoices/domain.ts';
import { addDays, formatDate } from '#shared/kernel/dates.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import type { DemoCentre } from '../domain.ts';
import { accountHolders } from '../people/domain.ts';
import { priceAt } from '../prices/domain.ts';
import { demoPackages, joiningFee } from './built-in.ts';
import type { DemoPackage } from './roles/built-in.ts';

/** What became of a contract: every phase and every status there is. */
interface Story {
  readonly clientIndex: number;
  /** Place in the list of packages. */
  readonly package: number;
  /** It began so many whole months before the day that lies so many days back; days below 0 are ahead. */
  readonly monthsAgo: number;
  readonly daysAgo: number;
  readonly change?:
    | 'pending'
    | 'withdrawn'
    | 'collected'
    | 'blocked'
    | 'noticeGiven'
    | 'ended'
    | 'frozen'
    | 'freezePlanned';
  /** So many of the last invoices are not paid. */
  readonly unpaid?: number;
}

const others = Object.keys(accountHolders).length;

/**
 * Those with accounts first, then others, whom nobody sees but the centre. Contracts of the former leave group trainings to
 * their tickets; the administrator's is the staff's.
 */
const stories: readonly Story[] = [
  { clientIndex: accountHolders.member, package: 4, monthsAgo: 2, daysAgo: 15, change: 'freezePlanned' },
  { clientIndex: accountHolders.member, package: 2, monthsAgo: 12, daysAgo: 0, change: 'ended' },
  { clientIndex: accountHolders.member, package: 3, monthsAgo: 8, daysAgo: 3, change: 'withdrawn' },
  { clientIndex: accountHolders.trainer, package: 4, monthsAgo: 2, daysAgo: 5, change: 'frozen' },
  { clientIndex: accountHolders.trainer, package: 5, monthsAgo: 3, daysAgo: 9, unpaid: 1 },
  { clientIndex: others, package: 0, monthsAgo: 3, daysAgo: 1, unpaid: 1 },
  { clientIndex: others + 1, package: 0, monthsAgo: 0, daysAgo: -6 },
  { clientIndex: others + 2, package: 1, monthsAgo: 3, daysAgo: 0, change: 'frozen' },
  { clientIndex: others + 3, package: 0, monthsAgo: 5, daysAgo: 4, change: 'noticeGiven' },
  { clientIndex: others + 4, package: 0, monthsAgo: 9, daysAgo: 7, change: 'ended' },
  { clientIndex: others + 5, package: 0, monthsAgo: 0, daysAgo: 8, change: 'withdrawn' },
  { clientIndex: others + 6, package: 0, monthsAgo: 2, daysAgo: 10, unpaid: 1 },
  { clientIndex: others + 6, package: 3, monthsAgo: 1, daysAgo: 0 },
  { clientIndex: others + 7, package: 0, monthsAgo: 3, daysAgo: 20, unpaid: 2 },
  { clientIndex: others + 8, package: 0, monthsAgo: 5, daysAgo: 24, unpaid: 3, change: 'collected' },
  { clientIndex: others + 9, package: 0, monthsAgo: 1, daysAgo: 12, change: 'blocked' },
  { clientIndex: others + 10, package: 0, monthsAgo: 0, daysAgo: 0, change: 'pending' },
  { clientIndex: others + 11, package: 1, monthsAgo: 2, daysAgo: 6 },
  { clientIndex: others + 12, package: 2, monthsAgo: 1, daysAgo: 3 },
  { clientIndex: others + 13, package: 3, monthsAgo: 4, daysAgo: 8 },
  { clientIndex: others + 14, package: 3, monthsAgo: 3, daysAgo: 9, unpaid: 1 },
  { clientIndex: others + 15, package: 2, monthsAgo: 4, daysAgo: 2, change: 'noticeGiven' },
];

/** Those who stay: they began in different months of the last year and a bit, and pay every month. */
const firstLoyal = others + 17;
const loyalPackages = [0, 0, 4, 2];
const loyal = Array.from(
  { length: 26 },
  (_, turn): Story => ({
    clientIndex: firstLoyal + turn,
    package: loyalPackages[turn % loyalPackages.length] ?? 0,
    monthsAgo: 2 + ((turn * 5) % 14),
    daysAgo: (turn * 7) % 27,
  }),
);
/** Who has just joined. */
const fresh: readonly Story[] = [
  { clientIndex: others + 16, package: 0, monthsAgo: 0, daysAgo: 3 },
  { clientIndex: firstLoyal + loyal.length, package: 0, monthsAgo: 0, daysAgo: 1 },
];

/** Children take part by the quarter; a parent pays. */
function childrensStories({ clients }: DemoCentre): Story[] {
  return clients.flatMap(({ isChild }, clientIndex) =>
    isChild ? [{ clientIndex, package: 3, monthsAgo: 5, daysAgo: clientIndex % 20 }] : [],
  );
}

export interface DemoBill {
  readonly fromOn: string;
  readonly untilOn: string;
  readonly owedCents: Cents;
  readonly feeCents: Cents;
  readonly article: string;
  readonly dueOn: string;
  readonly isPaid: boolean;
}

interface DemoChange {
  readonly kind: string;
  readonly on: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface DemoContract {
  readonly story: Story;
  readonly sold: DemoPackage;
  /** Place of it in the list of packages. */
  readonly packageIndex: number;
  readonly payer: Payer;
  readonly clubIndex: number;
  readonly facts: ContractFacts;
  readonly bills: readonly DemoBill[];
  readonly changes: readonly DemoChange[];
}

const settings = ContractSettings.parse({});

/** What a centre makes contracts of, at its own prices. */
export function packagesFor({ tenant }: Pick<DemoCentre, 'tenant'>): readonly DemoPackage[] {
  return demoPackages[tenant.kind].map((sold) => ({
    ...sold,
    priceCents: priceAt(tenant, sold.priceCents),
    priceOnlineCents: sold.priceOnlineCents === null ? null : priceAt(tenant, sold.priceOnlineCents),
  }));
}

/** What joining costs there. */
export function feeFor({ tenant }: Pick<DemoCentre, 'tenant'>): number {
  return priceAt(tenant, joiningFee.priceCents);
}

/** A centre's contracts around today, each made and changed by the rules that make and change all others. */
export function seedContracts(centre: DemoCentre, today: string): DemoContract[] {
  const packages = packagesFor(centre);
  return [...stories, ...loyal, ...fresh, ...childrensStories(centre)].flatMap((story) => {
    const sold = packages[story.package];
    const client = centre.clients[story.clientIndex];
    if (!sold || !client) return [];
    const day = addDays(today, -story.daysAgo);
    const startsOn = Temporal.PlainDate.from(day).subtract({ months: story.monthsAgo }).toString();
    const agreedOn = startsOn < today ? startsOn : today;
    const changes: DemoChange[] = [{ kind: 'agreed', on: agreedOn, details: {} }];
    if (story.change !== 'pending') changes.push({ kind: 'activated', on: agreedOn, details: {} });
    const facts = after(story, begin(sold, startsOn, agreedOn), today, changes);
    const { defaultLanguage, company } = centre.tenant;
    const name = sold.names[defaultLanguage];
    const until = startsOn > today ? startsOn : today;
    // Withdrawn from within the days of withdrawal: more was never billed.
    const bills = billsOf(facts, [], story.change === 'withdrawn' ? startsOn : until);
    return {
      story,
      sold,
      packageIndex: story.package,
      payer: payerOf(centre.clients[client.parentIndex ?? story.clientIndex] ?? client),
      clubIndex: client.clubIndex,
      facts,
      changes,
      bills: bills.map((bill, index) => ({
        ...bill,
        feeCents: cents(index === 0 && sold.hasJoiningFee ? feeFor(centre) : 0),
        article: `${name}, ${formatDate(bill.fromOn)}–${formatDate(bill.untilOn)}`,
        dueOn: addDays(bill.fromOn, index === 0 ? 0 : company.paymentDays),
        isPaid: index < bills.length - (story.unpaid ?? 0),
      })),
    };
  });
}

function begin(sold: DemoPackage, startsOn: string, agreedOn: string): ContractFacts {
  const { anchorDay, endsOn, bindingUntil } = agree(sold, startsOn);
  const priceCents = cents(sold.priceOnlineCents ?? sold.priceCents);
  return {
    state: 'live',
    startsOn,
    endsOn,
    anchorDay,
    periodMonths: sold.periodMonths,
    termMonths: sold.termMonths,
    renews: sold.renews,
    isRenewing: sold.renews,
    bindingUntil,
    noticeAt: null,
    agreedOn,
    startsEarly: true,
    prices: [{ fromOn: startsOn, priceCents }],
    freezes: [],
    billed: [],
    block: null,
  };
}

/** What happened to it since. Says so in `changes`. */
function after(story: Story, facts: ContractFacts, today: string, changes: DemoChange[]): ContractFacts {
  const { startsOn } = facts;
  switch (story.change) {
    case 'pending':
      return { ...facts, state: 'pending' };
    case 'withdrawn':
      changes.push({ kind: 'withdrawal', on: addDays(startsOn, 3), details: {} });
      return { ...facts, state: 'withdrawn' };
    case 'frozen':
      return frozen(facts, addDays(today, -4), addDays(today, 9), changes);
    case 'freezePlanned':
      return frozen(facts, addDays(today, 40), addDays(today, 53), changes, today);
    case 'noticeGiven':
      return ended(facts, addDays(today, -3), changes);
    case 'ended':
      return ended(facts, addDays(startsOn, 100), changes);
    case 'blocked':
      changes.push({ kind: 'block', on: addDays(today, -5), details: { reason: 'Sisseelamistund puudub' } });
      return { ...facts, block: { untilOn: null } };
    case 'collected':
      changes.push({ kind: 'collection', on: addDays(today, -1), details: { reason: 'Ei vasta' } });
      return facts;
    default:
      return facts;
  }
}

function frozen(
  facts: ContractFacts,
  fromOn: string,
  untilOn: string,
  changes: DemoChange[],
  askedOn = addDays(fromOn, -5),
): ContractFacts {
  const { endsOn, bindingUntil, feeCents, days } = decideFreeze(
    facts,
    { fromOn, untilOn },
    askedOn,
    settings,
  );
  changes.push({ kind: 'freeze', on: askedOn, details: { fromOn, untilOn, days } });
  return { ...facts, endsOn, bindingUntil, freezes: [{ id: 0, fromOn, untilOn, feeCents }] };
}

function ended(facts: ContractFacts, noticeOn: string, changes: DemoChange[]): ContractFacts {
  const { finalOn } = decideTermination(facts, noticeOn, settings);
  changes.push({ kind: 'notice', on: noticeOn, details: { untilOn: finalOn, endedOn: facts.endsOn } });
  return { ...facts, endsOn: finalOn, isRenewing: false, noticeAt: noticeOn };
}
