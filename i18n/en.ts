import { account } from './en/account.ts';
import { billing } from './en/billing.ts';
import { campaigns } from './en/campaigns.ts';
import { common } from './en/common.ts';
import { contracts } from './en/contracts.ts';
import { covers } from './en/covers.ts';
import { entry } from './en/entry.ts';
import { errors } from './en/errors.ts';
import { feeds } from './en/feeds.ts';
import { firstErrors } from './en/first-errors.ts';
import { invoices } from './en/invoices.ts';
import { joining } from './en/joining.ts';
import { mail } from './en/mail.ts';
import { menu } from './en/menu.ts';
import { notices } from './en/notices.ts';
import { pages } from './en/pages.ts';
import { payments } from './en/payments.ts';
import { personalTrainings } from './en/personal-trainings.ts';
import { registrations } from './en/registrations.ts';
import { schedule } from './en/schedule.ts';
import { tickets } from './en/tickets.ts';
import { validation } from './en/validation.ts';
import { visitors } from './en/visitors.ts';
import { vouchers } from './en/vouchers.ts';

/** The English texts; their keys are the type of the other languages and of the error codes. */
export const en = {
  account,
  billing,
  campaigns,
  common,
  contracts,
  covers,
  entry,
  errors: { ...firstErrors, ...errors },
  feeds,
  invoices,
  joining,
  mail,
  menu,
  notices,
  pages,
  payments,
  personalTrainings,
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

/** What the files of a language hold: the error codes are in two of them. */
type Sections = Omit<typeof en, 'errors'> & {
  readonly errors: typeof errors;
  readonly firstErrors: typeof firstErrors;
};
/** One section of a catalogue in another language, allowing plural forms that English lacks. */
export type Section<Name extends keyof Sections> = Texts<Sections[Name]> &
  Readonly<Record<`${string}_zero`, string>>;
