import { besidePerson, besidePlace } from './furnished/beside.ts';
import { thingsOfPerson } from './furnished/person.ts';
import { type Staff, staffed, thingsOfPlace } from './furnished/place.ts';
import type { TestServer } from './server.ts';

export type Person = Awaited<ReturnType<typeof thingsOfPerson>>;
type Place = Awaited<ReturnType<typeof thingsOfPlace>>;

/** The real ids and tokens of one of everything, by noun: the centre's own things and a person's. */
export type Things = Place & Person['things'];
export type Noun = keyof Things;

/** What belongs to one person, or is about them alone. */
export const personalNouns: readonly Noun[] = [
  ...(['client', 'clientNumber', 'otherClient', 'person', 'registration', 'visitorToken'] as const),
  ...(['visitorRequestToken', 'pastTraining'] as const),
  ...([
    'pastRegistration',
    'personalTraining',
    'cancelled',
    'clashing',
    'strike',
    'offer',
    'contract',
  ] as const),
  ...([
    'withdrawalToken',
    'freeze',
    'join',
    'joinToken',
    'joinProofToken',
    'invoice',
    'invoiceToken',
    'invoiceNumber',
  ] as const),
  ...([
    'paidInvoice',
    'payment',
    'creditNote',
    'ticket',
    'thought',
    'ticketToken',
    'taking',
    'personalPackage',
  ] as const),
  ...(['share', 'offeredShare', 'voucher', 'voucherToken', 'voucherCode', 'voucherLink'] as const),
  ...(['voucherLinkToken', 'spareVoucher', 'rental', 'comment', 'refusal', 'reportToken'] as const),
  ...([
    'session',
    'passkey',
    'identity',
    'emailToken',
    'resetToken',
    'lostAccount',
    'factorResetToken',
  ] as const),
] satisfies readonly (keyof Person['things'])[];

/**
 * A centre with one of everything an id may name, and two people who have one of everything a person may have; beside each
 * another that nobody asks about.
 */
export interface Furnished extends Staff {
  readonly owner: Person;
  readonly other: Person;
  /** The centre's things, and the owner's. */
  readonly things: Things;
  /** The centre's things, and the other's. */
  readonly othersThings: Things;
}

/** The word stands in the name of everything there, and of nothing elsewhere; only letters. */
export async function furnished(running: TestServer, word: string): Promise<Furnished> {
  const staff = await staffed(running, word);
  const place = await thingsOfPlace(running, staff);
  await running.server.tenants.load();
  const owner = await thingsOfPerson(running, staff, place, { word: `${word}Omanik`, number: 1 });
  const other = await thingsOfPerson(running, staff, place, { word: `${word}Teine`, number: 2 });
  await besidePlace(running, staff, place);
  for (const [index, person] of [owner, other].entries())
    await besidePerson(running, staff, place, { ...person, number: index + 1 });
  return {
    ...staff,
    owner,
    other,
    things: { ...place, ...owner.things },
    othersThings: { ...place, ...other.things },
  };
}
