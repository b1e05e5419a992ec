import { compareInstants } from '#shared/kernel/dates.ts';

/** What people agree to (mission 2.11, protocols 9). */
export const consentPurposes = [
  'joiningTerms',
  'buyingTerms',
  'earlyStart',
  'marketingMail',
  'marketingSms',
  'smsNotices',
  'substituteSms',
] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/** Given or withdrawn on the privacy screen itself; the others with what they belong to. */
export const ownChoices = ['marketingMail', 'marketingSms'] as const;
export type OwnChoice = (typeof ownChoices)[number];

export const consentSources = ['joining', 'buying', 'profile', 'privacy', 'erasure'] as const;

/** A line of the log; the latest of a purpose says how it is now. */
export interface ConsentLine {
  readonly purpose: ConsentPurpose;
  readonly isGiven: boolean;
}

/** Whether a purpose is agreed to now; what was never asked is not. `lines` are in the order they were written. */
export function isGivenNow(lines: readonly ConsentLine[], purpose: ConsentPurpose): boolean {
  return lines.findLast((line) => line.purpose === purpose)?.isGiven ?? false;
}

/** Days in which an erasure that was asked for can be taken back. */
export const regretDays = 14;

/** Days for which a draft that nobody paid names who wanted it: longer than money for it is on its way. */
export const unpaidDays = 90;

/** When an erasure asked for now is carried out. */
export function erasureDue(now: string): string {
  return Temporal.Instant.from(now)
    .add({ hours: regretDays * 24 })
    .toString();
}

/**
 * Years for which accounting documents are kept, from the end of the year they are of: seven by the Estonian Accounting Act
 * § 12, five by the Latvian Accounting Law § 28 (protocols 9).
 */
export function retentionYears(country: 'EE' | 'LV'): number {
  return country === 'EE' ? 7 : 5;
}

/** The last day on which a document of a date must be kept. */
export function retainedUntil(date: string, country: 'EE' | 'LV'): string {
  const { year } = Temporal.PlainDate.from(date);
  return `${year + retentionYears(country)}-12-31`;
}

/** What is known of a client who asks to be forgotten. */
export interface ErasureFacts {
  /** Trainers and administrators work here: their account is the centre's to end. */
  readonly isStaff: boolean;
  readonly owedCents: number;
  /** Live and not over. */
  readonly contracts: readonly { readonly number: string; readonly endsOn: string | null }[];
  /** To come, and covered by a visit, a use or money. */
  readonly paidBookings: readonly { readonly name: string; readonly startsAt: string }[];
  /** Rooms or lanes rented and to come. */
  readonly rentals: readonly { readonly name: string; readonly startsAt: string }[];
}

/** What stands in the way of an erasure. Each names what to do about it. */
export type Obstacle =
  | { readonly kind: 'staff' }
  | { readonly kind: 'debt'; readonly cents: number }
  | { readonly kind: 'contract'; readonly name: string; readonly endsOn: string | null }
  | { readonly kind: 'booking' | 'rental'; readonly name: string; readonly startsAt: string };

/** Everything that stands in the way of an erasure, the gravest first; empty when nothing does. */
export function erasureObstacles(facts: ErasureFacts): Obstacle[] {
  return [
    ...(facts.isStaff ? [{ kind: 'staff' } as const] : []),
    ...(facts.owedCents > 0 ? [{ kind: 'debt', cents: facts.owedCents } as const] : []),
    ...facts.contracts.map(
      ({ number, endsOn }) => ({ kind: 'contract', name: number, endsOn }) satisfies Obstacle,
    ),
    ...facts.paidBookings.map((booking) => ({ kind: 'booking', ...booking }) satisfies Obstacle),
    ...facts.rentals.map((rental) => ({ kind: 'rental', ...rental }) satisfies Obstacle),
  ];
}

/** What a job has to do about an erasure. */
export type ErasureStep = 'wait' | 'close' | 'scrub' | 'nothing';

/** The next step of an erasure: each is one transaction, and whatever was done is not done again. */
export function erasureStep(
  erasure: {
    readonly dueAt: string;
    readonly undoneAt: string | null;
    readonly closedAt: string | null;
    readonly doneAt: string | null;
  },
  now: string,
): ErasureStep {
  if (erasure.undoneAt !== null || erasure.doneAt !== null) return 'nothing';
  if (erasure.closedAt !== null) return 'scrub';
  return compareInstants(erasure.dueAt, now) <= 0 ? 'close' : 'wait';
}
