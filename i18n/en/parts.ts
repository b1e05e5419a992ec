import type { Section } from '../en.ts';
import { account } from './account.ts';
import { common } from './common.ts';
import { firstErrors } from './first-errors.ts';
import { menu } from './menu.ts';
import { pages } from './pages.ts';
import { schedule } from './schedule.ts';
import { validation } from './validation.ts';

/** What a page says before anything is pressed, and what any screen may say: the browser fetches it with the entry. */
export const first = { account, common, errors: firstErrors, menu, pages, schedule, validation };

/** What comes with the screens that say it, each section by itself. Mails are the server's alone. */
export const late = {
  attendance: async () => (await import('./attendance.ts')).attendance,
  backOffice: async () => (await import('./back-office.ts')).backOffice,
  billingRuns: async () => (await import('./billing-runs.ts')).billingRuns,
  broadcasts: async () => (await import('./broadcasts.ts')).broadcasts,
  calendar: async () => (await import('./calendar.ts')).calendar,
  campaigns: async () => (await import('./campaigns.ts')).campaigns,
  clientOwned: async () => (await import('./client-owned.ts')).clientOwned,
  clientContracts: async () => (await import('./client-contracts.ts')).clientContracts,
  clientInvoices: async () => (await import('./client-invoices.ts')).clientInvoices,
  contracts: async () => (await import('./contracts.ts')).contracts,
  covers: async () => (await import('./covers.ts')).covers,
  editing: async () => (await import('./editing.ts')).editing,
  door: async () => (await import('./door.ts')).door,
  entry: async () => (await import('./entry.ts')).entry,
  errors: async () => (await import('./errors.ts')).errors,
  officeErrors: async () => (await import('./office-errors.ts')).officeErrors,
  factors: async () => (await import('./factors.ts')).factors,
  identities: async () => (await import('./identities.ts')).identities,
  feedback: async () => (await import('./feedback.ts')).feedback,
  feeds: async () => (await import('./feeds.ts')).feeds,
  home: async () => (await import('./home.ts')).home,
  importing: async () => (await import('./importing.ts')).importing,
  inside: async () => (await import('./inside.ts')).inside,
  invoices: async () => (await import('./invoices.ts')).invoices,
  joining: async () => (await import('./joining.ts')).joining,
  notices: async () => (await import('./notices.ts')).notices,
  owned: async () => (await import('./owned.ts')).owned,
  payTogether: async () => (await import('./pay-together.ts')).payTogether,
  payments: async () => (await import('./payments.ts')).payments,
  personalTimes: async () => (await import('./personal-times.ts')).personalTimes,
  personalTrainings: async () => (await import('./personal-trainings.ts')).personalTrainings,
  privacy: async () => (await import('./privacy.ts')).privacy,
  profile: async () => (await import('./profile.ts')).profile,
  registrations: async () => (await import('./registrations.ts')).registrations,
  replacements: async () => (await import('./replacements.ts')).replacements,
  rentals: async () => (await import('./rentals.ts')).rentals,
  reports: async () => (await import('./reports.ts')).reports,
  scanner: async () => (await import('./scanner.ts')).scanner,
  setup: async () => (await import('./setup.ts')).setup,
  statistics: async () => (await import('./statistics.ts')).statistics,
  strikes: async () => (await import('./strikes.ts')).strikes,
  tickets: async () => (await import('./tickets.ts')).tickets,
  trainingGroups: async () => (await import('./training-groups.ts')).trainingGroups,
  uploads: async () => (await import('./uploads.ts')).uploads,
  videos: async () => (await import('./videos.ts')).videos,
  landing: async () => (await import('./landing.ts')).landing,
  training: async () => (await import('./training.ts')).training,
  visitors: async () => (await import('./visitors.ts')).visitors,
  vouchers: async () => (await import('./vouchers.ts')).vouchers,
};

export type FirstSection = keyof typeof first;
export type LateSection = keyof typeof late;
/** The same parts in another language: one that lacks a section does not compile. */
export type First = {
  readonly [Name in FirstSection]: Name extends 'errors' ? Section<'firstErrors'> : Section<Name>;
};
export type Late = {
  readonly [Name in LateSection]: () => Promise<Section<Name>>;
};
