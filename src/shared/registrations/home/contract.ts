import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, InstantText, LocalDateText } from '#shared/kernel/wire.ts';
import { TaughtTraining } from '../attendance/contract.ts';
import { UserRegistration } from '../contract.ts';
import { heldKinds } from '../passes/domain.ts';
import { suggestionReasons } from '../suggestions/domain.ts';

/** A contract, ticket, package or voucher that can be used. */
const HeldItem = z.object({
  kind: z.enum(heldKinds),
  id: Id,
  name: z.string(),
  /** Visits or uses, of a contract in its present period; null: as many as one likes. */
  left: z.number().int().nullable(),
  /** The last date; null: without an end, or its first use is still to come. */
  validUntil: LocalDateText.nullable(),
  /** A contract that is begun anew at `validUntil`. */
  isRenewing: z.boolean(),
  /** The pause of a contract that runs or comes next. */
  freeze: z.object({ from: LocalDateText, until: LocalDateText, isRunning: z.boolean() }).nullable(),
});
export type HeldItem = z.infer<typeof HeldItem>;

/** A training ahead with a free place that what one has covers. */
const Suggestion = z.object({
  id: Id,
  reason: z.enum(suggestionReasons),
  name: z.string(),
  typeColor: z.string(),
  trainerName: z.string(),
  clubName: z.string(),
  roomName: z.string(),
  /** In the centre's zone. */
  date: LocalDateText,
  time: z.string(),
  startDateTime: InstantText,
  /** Minutes. */
  duration: z.number().int(),
  maxPlaces: z.number().int(),
  freePlaces: z.number().int(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const Home = z.object({
  /** The next registrations that are live and not over, soonest first; ten at most. */
  upcoming: z.array(UserRegistration),
  upcomingCount: z.number().int(),
  invoices: z.object({
    unpaidCount: z.number().int(),
    toPay: Euros,
    overdueCount: z.number().int(),
    /** The most urgent one; null when all are paid. */
    first: z
      .object({
        id: Id,
        dueDate: LocalDateText,
        /** What was bought, as its first line says it. */
        article: z.string(),
      })
      .nullable(),
  }),
  membership: z.discriminatedUnion('state', [
    /** `isSold`: the centre sells packages to whoever has none. */
    z.object({ state: z.literal('none'), isSold: z.boolean() }),
    z.object({ state: z.literal('settled') }),
    z.object({
      state: z.literal('ending'),
      contractId: Id,
      /** What it is of and where: the package to go on with. */
      productId: Id,
      clubId: Id,
      packageName: z.string(),
      validUntil: LocalDateText,
      /** 0: it ends today. */
      daysLeft: z.number().int(),
    }),
  ]),
  /** What can be used: contracts first, then what ends first; four at most. */
  held: z.array(HeldItem),
  heldCount: z.number().int(),
  /** What would suit, soonest first: two at most, and three where nothing is ahead. */
  suggestions: z.array(Suggestion),
  /** Of a trainer: today's own trainings. */
  led: z.array(TaughtTraining).nullable(),
  /** Of an administrator: today in the centre, without what is called off. */
  centre: z
    .object({ trainings: z.number().int(), booked: z.number().int(), places: z.number().int() })
    .nullable(),
});
export type Home = z.infer<typeof Home>;

export const getHome = endpoint({
  noun: 'registrations',
  method: 'GET',
  path: '/user/home',
  isSeenOffline: true,
  seenShape: 2,
  role: 'client',
  summary:
    'What stands at home: the next registrations, what is to be paid, what one has, what would suit, and the day of staff',
  response: Home,
});
