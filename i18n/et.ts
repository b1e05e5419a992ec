import type { Catalogue } from './en.ts';
import { account } from './et/account.ts';
import { campaigns } from './et/campaigns.ts';
import { common } from './et/common.ts';
import { covers } from './et/covers.ts';
import { entry } from './et/entry.ts';
import { errors } from './et/errors.ts';
import { feeds } from './et/feeds.ts';
import { invoices } from './et/invoices.ts';
import { mail } from './et/mail.ts';
import { menu } from './et/menu.ts';
import { notices } from './et/notices.ts';
import { pages } from './et/pages.ts';
import { payments } from './et/payments.ts';
import { registrations } from './et/registrations.ts';
import { schedule } from './et/schedule.ts';
import { tickets } from './et/tickets.ts';
import { validation } from './et/validation.ts';
import { visitors } from './et/visitors.ts';
import { vouchers } from './et/vouchers.ts';

/** The texts in this language. */
export const et: Catalogue = {
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
};
