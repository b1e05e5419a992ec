import { account } from './en/account.ts';
import { campaigns } from './en/campaigns.ts';
import { common } from './en/common.ts';
import { covers } from './en/covers.ts';
import { entry } from './en/entry.ts';
import { errors } from './en/errors.ts';
import { feeds } from './en/feeds.ts';
import { invoices } from './en/invoices.ts';
import { mail } from './en/mail.ts';
import { menu } from './en/menu.ts';
import { notices } from './en/notices.ts';
import { pages } from './en/pages.ts';
import { payments } from './en/payments.ts';
import { registrations } from './en/registrations.ts';
import { schedule } from './en/schedule.ts';
import { tickets } from './en/tickets.ts';
import { validation } from './en/validation.ts';
import { visitors } from './en/visitors.ts';
import { vouchers } from './en/vouchers.ts';

/** The English texts; their keys are the type of the other languages and of the error codes. */
export const en = {
  account,
  campaigns,
  common,
  covers,
  entry,
  errors,
  feeds,
  invoices,
  mail,
  menu,
  notices,
  pages,
  payments,
  registrations,
  schedule,
  tickets,
  validation,
  visitors,
  vouchers,
} as const;

type Texts<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Texts<T[Key]> };

/** A catalogue in another language: every English key. Latvian adds `_zero` beside each `_one`. */
export type Catalogue = Texts<typeof en>;
/** One section of a catalogue in another language, allowing plural forms that English lacks. */
export type Section<Name extends keyof typeof en> = Texts<(typeof en)[Name]> &
  Readonly<Record<`${string}_zero`, string>>;
