import type { First, Late } from '../en/parts.ts';
import { account } from './account.ts';
import { common } from './common.ts';
import { firstErrors } from './first-errors.ts';
import { menu } from './menu.ts';
import { pages } from './pages.ts';
import { schedule } from './schedule.ts';
import { validation } from './validation.ts';

export const first: First = { account, common, errors: firstErrors, menu, pages, schedule, validation };

export const late: Late = {
  campaigns: async () => (await import('./campaigns.ts')).campaigns,
  contracts: async () => (await import('./contracts.ts')).contracts,
  covers: async () => (await import('./covers.ts')).covers,
  entry: async () => (await import('./entry.ts')).entry,
  errors: async () => (await import('./errors.ts')).errors,
  feeds: async () => (await import('./feeds.ts')).feeds,
  invoices: async () => (await import('./invoices.ts')).invoices,
  joining: async () => (await import('./joining.ts')).joining,
  notices: async () => (await import('./notices.ts')).notices,
  payments: async () => (await import('./payments.ts')).payments,
  personalTrainings: async () => (await import('./personal-trainings.ts')).personalTrainings,
  registrations: async () => (await import('./registrations.ts')).registrations,
  tickets: async () => (await import('./tickets.ts')).tickets,
  visitors: async () => (await import('./visitors.ts')).visitors,
  vouchers: async () => (await import('./vouchers.ts')).vouchers,
};
