import type { Catalogue } from './en.ts';
import { account } from './lv/account.ts';
import { attendance } from './lv/attendance.ts';
import { backOffice } from './lv/back-office.ts';
import { billing } from './lv/billing.ts';
import { billingRuns } from './lv/billing-runs.ts';
import { broadcasts } from './lv/broadcasts.ts';
import { calendar } from './lv/calendar.ts';
import { campaigns } from './lv/campaigns.ts';
import { clientContracts } from './lv/client-contracts.ts';
import { clientInvoices } from './lv/client-invoices.ts';
import { clientOwned } from './lv/client-owned.ts';
import { common } from './lv/common.ts';
import { contracts } from './lv/contracts.ts';
import { covers } from './lv/covers.ts';
import { door } from './lv/door.ts';
import { editing } from './lv/editing.ts';
import { entry } from './lv/entry.ts';
import { errors } from './lv/errors.ts';
import { factors } from './lv/factors.ts';
import { feedback } from './lv/feedback.ts';
import { feeds } from './lv/feeds.ts';
import { firstErrors } from './lv/first-errors.ts';
import { home } from './lv/home.ts';
import { identities } from './lv/identities.ts';
import { importing } from './lv/importing.ts';
import { inside } from './lv/inside.ts';
import { invoices } from './lv/invoices.ts';
import { joining } from './lv/joining.ts';
import { landing } from './lv/landing.ts';
import { mail } from './lv/mail.ts';
import { menu } from './lv/menu.ts';
import { mornings } from './lv/mornings.ts';
import { notices } from './lv/notices.ts';
import { officeErrors } from './lv/office-errors.ts';
import { owned } from './lv/owned.ts';
import { pages } from './lv/pages.ts';
import { payTogether } from './lv/pay-together.ts';
import { payments } from './lv/payments.ts';
import { personalTimes } from './lv/personal-times.ts';
import { personalTrainings } from './lv/personal-trainings.ts';
import { privacy } from './lv/privacy.ts';
import { privacyData } from './lv/privacy-data.ts';
import { profile } from './lv/profile.ts';
import { registrations } from './lv/registrations.ts';
import { rentals } from './lv/rentals.ts';
import { replacements } from './lv/replacements.ts';
import { reports } from './lv/reports.ts';
import { scanner } from './lv/scanner.ts';
import { schedule } from './lv/schedule.ts';
import { setup } from './lv/setup.ts';
import { statistics } from './lv/statistics.ts';
import { strikes } from './lv/strikes.ts';
import { tickets } from './lv/tickets.ts';
import { training } from './lv/training.ts';
import { trainingGroups } from './lv/training-groups.ts';
import { uploads } from './lv/uploads.ts';
import { validation } from './lv/validation.ts';
import { videos } from './lv/videos.ts';
import { visitors } from './lv/visitors.ts';
import { vouchers } from './lv/vouchers.ts';

/** The texts in this language. */
export const lv: Catalogue = {
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
