import { account } from './en/account.ts';
import { attendance } from './en/attendance.ts';
import { backOffice } from './en/back-office.ts';
import { billing } from './en/billing.ts';
import { billingRuns } from './en/billing-runs.ts';
import { broadcasts } from './en/broadcasts.ts';
import { calendar } from './en/calendar.ts';
import { campaigns } from './en/campaigns.ts';
import { clientContracts } from './en/client-contracts.ts';
import { clientInvoices } from './en/client-invoices.ts';
import { clientOwned } from './en/client-owned.ts';
import { common } from './en/common.ts';
import { contracts } from './en/contracts.ts';
import { covers } from './en/covers.ts';
import { door } from './en/door.ts';
import { editing } from './en/editing.ts';
import { entry } from './en/entry.ts';
import { errors } from './en/errors.ts';
import { factors } from './en/factors.ts';
import { feedback } from './en/feedback.ts';
import { feeds } from './en/feeds.ts';
import { firstErrors } from './en/first-errors.ts';
import { home } from './en/home.ts';
import { identities } from './en/identities.ts';
import { importing } from './en/importing.ts';
import { inside } from './en/inside.ts';
import { invoices } from './en/invoices.ts';
import { joining } from './en/joining.ts';
import { landing } from './en/landing.ts';
import { mail } from './en/mail.ts';
import { menu } from './en/menu.ts';
import { mornings } from './en/mornings.ts';
import { notices } from './en/notices.ts';
import { officeErrors } from './en/office-errors.ts';
import { owned } from './en/owned.ts';
import { pages } from './en/pages.ts';
import { payTogether } from './en/pay-together.ts';
import { payments } from './en/payments.ts';
import { personalTimes } from './en/personal-times.ts';
import { personalTrainings } from './en/personal-trainings.ts';
import { privacy } from './en/privacy.ts';
import { privacyData } from './en/privacy-data.ts';
import { profile } from './en/profile.ts';
import { registrations } from './en/registrations.ts';
import { rentals } from './en/rentals.ts';
import { replacements } from './en/replacements.ts';
import { reports } from './en/reports.ts';
import { scanner } from './en/scanner.ts';
import { schedule } from './en/schedule.ts';
import { setup } from './en/setup.ts';
import { statistics } from './en/statistics.ts';
import { strikes } from './en/strikes.ts';
import { tickets } from './en/tickets.ts';
import { training } from './en/training.ts';
import { trainingGroups } from './en/training-groups.ts';
import { uploads } from './en/uploads.ts';
import { validation } from './en/validation.ts';
import { videos } from './en/videos.ts';
import { visitors } from './en/visitors.ts';
import { vouchers } from './en/vouchers.ts';

/** The English texts; their keys are the type of the other languages and of the error codes. */
export const en = {
  account,
  attendance,
  backOffice,
  billing,
  billingRuns,
  broadcasts,
  calendar,
  campaigns,
  clientOwned,
  clientContracts,
  clientInvoices,
  common,
  contracts,
  covers,
  editing,
  door,
  entry,
  errors: { ...firstErrors, ...errors, ...officeErrors },
  factors,
  feedback,
  feeds,
  home,
  identities,
  importing,
  inside,
  invoices,
  joining,
  mail,
  menu,
  mornings,
  notices,
  owned,
  pages,
  payTogether,
  payments,
  personalTimes,
  personalTrainings,
  privacy,
  privacyData,
  profile,
  registrations,
  replacements,
  rentals,
  reports,
  scanner,
  schedule,
  setup,
  statistics,
  strikes,
  tickets,
  trainingGroups,
  validation,
  videos,
  landing,
  training,
  visitors,
  uploads,
  vouchers,
} as const;

type Texts<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Texts<T[Key]> };

/** A catalogue in another language: every English key. Latvian adds `_zero` beside each `_one`. */
export type Catalogue = Texts<typeof en>;

/** What the files of a language hold: the error codes are in three of them. */
type Sections = Omit<typeof en, 'errors'> & {
  readonly errors: typeof errors;
  readonly firstErrors: typeof firstErrors;
  readonly officeErrors: typeof officeErrors;
};
/** One section of a catalogue in another language, allowing plural forms that English lacks, at any depth. */
export type Section<Name extends keyof Sections> = Forms<Sections[Name]>;
type Forms<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Forms<T[Key]> } & Readonly<
  Record<`${string}_zero`, string>
>;
