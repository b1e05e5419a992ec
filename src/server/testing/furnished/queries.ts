import type { Things } from '../furnished.ts';

type Query = (things: Things) => object;

const days = { from: '2026-09-14', until: '2026-09-27' };
const ofTrainer: Query = ({ trainer }) => ({ trainer, ...days });
const ofTraining: Query = ({ training }) => ({ training });
const ofCode: Query = ({ campaignCode, product, club }) => ({ code: campaignCode, product, unit: club });
const ofReport: Query = ({ club }) => ({ kind: 'occupancy', period: 'currentMonth', unit: club });

/** A query for each endpoint that says nothing of a thing without one. */
export const queries: Readonly<Record<string, Query>> = {
  'GET /admin/report': ofReport,
  'GET /admin/report/csv': ofReport,
  'GET /admin/report/list': ofReport,
  'GET /admin/room/availability': ({ club }) => ({ date: '2026-09-15', time: '15:00', unit: club }),
  'GET /admin/schedule': () => days,
  'GET /admin/trainer/availability': ({ trainer }) => ({ trainer, date: '2026-09-15', time: '15:00' }),
  'POST /admin/back-office/import': () => ({ kind: 'clients', planId: 'x' }),
  'POST /admin/back-office/import/check': () => ({ kind: 'clients' }),
  'PUT /admin/back-office/logo': () => ({ kind: 'light' }),
  'GET /public/code': ofCode,
  'GET /public/contract/withdrawal': ({ withdrawalToken }) => ({ token: withdrawalToken }),
  'GET /public/join/confirm': ({ joinProofToken }) => ({ token: joinProofToken }),
  'GET /public/join/draft': ({ joinToken }) => ({ token: joinToken }),
  'GET /public/join/product': (things) => ({ id: things.package }),
  'GET /public/registration/free': ofTraining,
  'GET /public/schedule': () => days,
  'GET /public/ticket': ({ ticketToken }) => ({ token: ticketToken }),
  'GET /public/voucher': ({ voucherToken }) => ({ token: voucherToken }),
  'GET /trainer/comment': ofTraining,
  'GET /trainer/personal-training/client': () => ({ text: 'Oma' }),
  'GET /trainer/personal-training/slot': () => days,
  'GET /trainer/registration': ofTraining,
  'GET /trainer/registration/client': ({ training }) => ({ training, text: 'Oma' }),
  'GET /trainer/schedule': ofTrainer,
  'GET /trainer/statistics/group-trainings': ({ trainer }) => ({ trainer }),
  'GET /trainer/statistics/personal-trainings': ({ trainer }) => ({ trainer }),
  'PUT /user/account/substitute-offers/status': () => ({ status: 'true' }),
  'GET /user/card/voucher/info': ({ voucher }) => ({ id: voucher }),
  'GET /user/code': ofCode,
  'GET /user/join': ({ joinToken }) => ({ token: joinToken }),
  'GET /user/personal-training/preview': ({ trainer }) => ({ trainer, start: '2026-09-21T06:00:00Z' }),
  'GET /user/personal-training/slot': ofTrainer,
  'GET /user/schedule': () => days,
};
