import type { Catalogue } from './en.ts';
import { account } from './et/account.ts';
import { billing } from './et/billing.ts';
import { campaigns } from './et/campaigns.ts';
import { common } from './et/common.ts';
import { contracts } from './et/contracts.ts';
import { covers } from './et/covers.ts';
import { entry } from './et/entry.ts';
import { errors } from './et/errors.ts';
import { feeds } from './et/feeds.ts';
import { firstErrors } from './et/first-errors.ts';
import { invoices } from './et/invoices.ts';
import { joining } from './et/joining.ts';
import { mail } from './et/mail.ts';
import { menu } from './et/menu.ts';
import { notices } from './et/notices.ts';
import { pages } from './et/pages.ts';
import { payments } from './et/payments.ts';
import { personalTrainings } from './et/personal-trainings.ts';
import { registrations } from './et/registrations.ts';
import { schedule } from './et/schedule.ts';
import { tickets } from './et/tickets.ts';
import { validation } from './et/validation.ts';
import { visitors } from './et/visitors.ts';
import { vouchers } from './et/vouchers.ts';

/** The texts in this language. */
export const et: Catalogue = {
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
};
