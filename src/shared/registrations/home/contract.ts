import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, LocalDateText } from '#shared/kernel/wire.ts';
import { LedTraining } from '../attendance/contract.ts';
import { UserRegistration } from '../contract.ts';

export const Home = z.object({
  /** The next registrations that are live and not over, soonest first; ten at most. */
  upcoming: z.array(UserRegistration),
  upcomingCount: z.number().int(),
  invoices: z.object({
    unpaidCount: z.number().int(),
    toPay: Euros,
    overdueCount: z.number().int(),
    /** The most urgent one; null when all are paid. */
    first: z.object({ id: Id, dueDate: LocalDateText }).nullable(),
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
  /** Of a trainer: today's own trainings. */
  led: z.array(LedTraining).nullable(),
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
  role: 'client',
  summary: 'What stands at home: the next registrations, what is to be paid, contracts, and the day of staff',
  response: Home,
});
