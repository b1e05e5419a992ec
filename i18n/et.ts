import type { Catalogue } from './en.ts';
import { account } from './et/account.ts';
import { attendance } from './et/attendance.ts';
import { backOffice } from './et/back-office.ts';
import { billing } from './et/billing.ts';
import { billingRuns } from './et/billing-runs.ts';
import { broadcasts } from './et/broadcasts.ts';
import { calendar } from './et/calendar.ts';
import { campaigns } from './et/campaigns.ts';
import { clientContracts } from './et/client-contracts.ts';
import { clientInvoices } from './et/client-invoices.ts';
import { clientOwned } from './et/client-owned.ts';
import { common } from './et/common.ts';
import { contracts } from './et/contracts.ts';
import { covers } from './et/covers.ts';
import { door } from './et/door.ts';
import { editing } from './et/editing.ts';
import { entry } from './et/entry.ts';
import { errors } from './et/errors.ts';
import { factors } from './et/factors.ts';
import { feedback } from './et/feedback.ts';
import { feeds } from './et/feeds.ts';
import { firstErrors } from './et/first-errors.ts';
import { home } from './et/home.ts';
import { identities } from './et/identities.ts';
import { importing } from './et/importing.ts';
import { inside } from './et/inside.ts';
import { invoices } from './et/invoices.ts';
import { joining } from './et/joining.ts';
import { landing } from './et/landing.ts';
import { mail } from './et/mail.ts';
import { menu } from './et/menu.ts';
import { mornings } from './et/mornings.ts';
import { notices } from './et/notices.ts';
import { officeErrors } from './et/office-errors.ts';
import { owned } from './et/owned.ts';
import { pages } from './et/pages.ts';
import { payTogether } from './et/pay-together.ts';
import { payments } from './et/payments.ts';
import { personalTimes } from './et/personal-times.ts';
import { personalTrainings } from './et/personal-trainings.ts';
import { privacy } from './et/privacy.ts';
import { privacyData } from './et/privacy-data.ts';
import { profile } from './et/profile.ts';
import { registrations } from './et/registrations.ts';
import { rentals } from './et/rentals.ts';
import { replacements } from './et/replacements.ts';
import { reports } from './et/reports.ts';
import { scanner } from './et/scanner.ts';
import { schedule } from './et/schedule.ts';
import { setup } from './et/setup.ts';
import { statistics } from './et/statistics.ts';
import { strikes } from './et/strikes.ts';
import { tickets } from './et/tickets.ts';
import { training } from './et/training.ts';
import { trainingGroups } from './et/training-groups.ts';
import { uploads } from './et/uploads.ts';
import { validation } from './et/validation.ts';
import { videos } from './et/videos.ts';
import { visitors } from './et/visitors.ts';
import { vouchers } from './et/vouchers.ts';

/** The texts in this language. */
export const et: Catalogue = {
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
};
