import type { Catalogue } from './en.ts';
import { account } from './lv/account.ts';
import { billing } from './lv/billing.ts';
import { campaigns } from './lv/campaigns.ts';
import { common } from './lv/common.ts';
import { contracts } from './lv/contracts.ts';
import { covers } from './lv/covers.ts';
import { entry } from './lv/entry.ts';
import { errors } from './lv/errors.ts';
import { feeds } from './lv/feeds.ts';
import { firstErrors } from './lv/first-errors.ts';
import { invoices } from './lv/invoices.ts';
import { joining } from './lv/joining.ts';
import { mail } from './lv/mail.ts';
import { menu } from './lv/menu.ts';
import { notices } from './lv/notices.ts';
import { pages } from './lv/pages.ts';
import { payments } from './lv/payments.ts';
import { personalTrainings } from './lv/personal-trainings.ts';
import { registrations } from './lv/registrations.ts';
import { schedule } from './lv/schedule.ts';
import { tickets } from './lv/tickets.ts';
import { validation } from './lv/validation.ts';
import { visitors } from './lv/visitors.ts';
import { vouchers } from './lv/vouchers.ts';

/** The texts in this language. */
export const lv: Catalogue = {
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
