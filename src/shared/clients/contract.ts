import { z } from 'zod';
import { idCountries } from '#shared/joining/identity/domain.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { managed } from '#shared/kernel/managed.ts';
import { Email, Id, InstantText, LocalDateText, pathId } from '#shared/kernel/wire.ts';

const PersonName = z.string().trim().min(1).max(100);

export const ClientValues = z.strictObject({
  firstName: PersonName,
  lastName: PersonName,
  email: z.union([Email, z.literal('')]),
  phone: z.string().trim().max(40),
  address: z.string().trim().max(200),
  city: z.string().trim().max(100),
  county: z.string().trim().max(100),
  zip: z.string().trim().max(20),
  /** Books nothing any more. */
  isBlocked: z.boolean(),
});
export type ClientValues = z.infer<typeof ClientValues>;

export const {
  list: listClients,
  create: createClient,
  update: updateClient,
} = managed(
  'client',
  'Clients by name, e-mail, phone, client number or whole id code, which is never shown whole',
  ClientValues,
  [],
  ['update'],
);

/** Something a client has or had. */
export const HistoryEntry = z.object({
  kind: z.enum(['registration', 'contract', 'ticket', 'voucher', 'invoice']),
  id: Id,
  /** What it is called, or its number. */
  name: z.string(),
  /** A state's code as the product writes it. */
  state: z.string(),
  /** When it takes place, begins or was issued. */
  dateTime: InstantText.nullable(),
  date: LocalDateText.nullable(),
  untilDate: LocalDateText.nullable(),
  /** Sum of an invoice, price of a contract now; euros. */
  amount: z.number().nullable(),
  /** Of a registration: the training. */
  trainingId: Id.nullable(),
  /** Of an issued invoice: opens its page. */
  invoiceToken: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const getClientHistory = endpoint({
  noun: 'back-office',
  method: 'GET',
  path: '/admin/back-office/client/:id/history',
  role: 'admin',
  summary: 'What a client has and had, of each kind the latest thirty',
  params: z.object({ id: pathId }),
  response: z.object({ entries: z.array(HistoryEntry) }),
  errors: ['itemNotFound'],
});

export const saveClientIdentity = endpoint({
  noun: 'back-office',
  method: 'PUT',
  path: '/admin/back-office/client/:id/identity',
  role: 'admin',
  summary: 'Id code and birth date of a client; an empty code leaves the one that is known',
  params: z.object({ id: pathId }),
  body: z.strictObject({
    idCountry: z.enum(idCountries).nullable(),
    idCode: z.string().trim().max(40),
    birthDate: LocalDateText.nullable(),
  }),
  response: z.object({}),
  errors: ['itemNotFound', 'idCodeTaken'],
});
