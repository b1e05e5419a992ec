import * as account from '#shared/account/contract.ts';
import * as devices from '#shared/account/devices/contract.ts';
import * as emails from '#shared/account/emails/contract.ts';
import * as factors from '#shared/account/factors/contract.ts';
import * as identities from '#shared/account/identities/contract.ts';
import * as passkeys from '#shared/account/passkeys/contract.ts';
import * as profiles from '#shared/account/profile/contract.ts';
import * as proofs from '#shared/account/proofs/contract.ts';
import * as factorResets from '#shared/account/resets/contract.ts';
import * as users from '#shared/account/users/contract.ts';
import * as importing from '#shared/admin/importing/contract.ts';
import * as trail from '#shared/audit-trail/contract.ts';
import * as campaigns from '#shared/campaigns/contract.ts';
import * as clients from '#shared/clients/contract.ts';
import * as clientMerging from '#shared/clients/merging/contract.ts';
import * as billing from '#shared/contracts/billing/contract.ts';
import * as contracts from '#shared/contracts/contract.ts';
import * as contractFreezes from '#shared/contracts/freezes/contract.ts';
import * as contractGrants from '#shared/contracts/grants/contract.ts';
import * as contractPrices from '#shared/contracts/prices/contract.ts';
import * as contractStatus from '#shared/contracts/status/contract.ts';
import * as contractTerminations from '#shared/contracts/terminations/contract.ts';
import * as entryCodes from '#shared/entry/codes/contract.ts';
import * as desk from '#shared/entry/desk/contract.ts';
import * as doors from '#shared/entry/doors/contract.ts';
import * as inside from '#shared/entry/inside/contract.ts';
import * as keycardIssuers from '#shared/entry/keycard-issuers/contract.ts';
import * as keycards from '#shared/entry/keycards/contract.ts';
import * as feedback from '#shared/feedback/contract.ts';
import * as feeds from '#shared/feeds/contract.ts';
import * as bankImport from '#shared/invoices/bank/contract.ts';
import * as invoices from '#shared/invoices/contract.ts';
import * as invoiceCredits from '#shared/invoices/credits/contract.ts';
import * as joining from '#shared/joining/contract.ts';
import * as joiningShown from '#shared/joining/shown/contract.ts';
import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import * as broadcasts from '#shared/messages/broadcasts/contract.ts';
import * as messages from '#shared/messages/contract.ts';
import * as notices from '#shared/messages/notices/contract.ts';
import * as payments from '#shared/payments/contract.ts';
import * as togetherPayments from '#shared/payments/parts/contract.ts';
import * as personalClients from '#shared/personal-trainings/clients/contract.ts';
import * as personalTrainings from '#shared/personal-trainings/contract.ts';
import * as trainerHours from '#shared/personal-trainings/hours/contract.ts';
import * as personalSlots from '#shared/personal-trainings/slots/contract.ts';
import * as privacy from '#shared/privacy/contract.ts';
import * as productAdmin from '#shared/products/admin/contract.ts';
import * as products from '#shared/products/contract.ts';
import * as attendance from '#shared/registrations/attendance/contract.ts';
import * as choosing from '#shared/registrations/choosing/contract.ts';
import * as registrations from '#shared/registrations/contract.ts';
import * as home from '#shared/registrations/home/contract.ts';
import * as refusals from '#shared/registrations/refusals/contract.ts';
import * as staffBooking from '#shared/registrations/staff-booking/contract.ts';
import * as strikes from '#shared/registrations/strikes/contract.ts';
import * as replacements from '#shared/replacements/contract.ts';
import * as rooms from '#shared/rooms/contract.ts';
import * as places from '#shared/rooms/places/contract.ts';
import * as rentals from '#shared/rooms/rentals/contract.ts';
import * as reservations from '#shared/rooms/reservations/contract.ts';
import * as closures from '#shared/schedule/closures/contract.ts';
import * as schedule from '#shared/schedule/contract.ts';
import * as editing from '#shared/schedule/editing/contract.ts';
import * as series from '#shared/schedule/series/contract.ts';
import * as statistics from '#shared/statistics/contract.ts';
import * as reports from '#shared/statistics/reports/contract.ts';
import * as simulation from '#shared/statistics/simulation/contract.ts';
import * as tenants from '#shared/tenants/contract.ts';
import * as landing from '#shared/tenants/landing/contract.ts';
import * as logos from '#shared/tenants/logos/contract.ts';
import * as settings from '#shared/tenants/settings/contract.ts';
import * as setup from '#shared/tenants/setup/contract.ts';
import * as tickets from '#shared/tickets/contract.ts';
import * as trainers from '#shared/trainers/contract.ts';
import * as trainerPages from '#shared/trainers/pages/contract.ts';
import * as trainingGroups from '#shared/training-groups/contract.ts';
import * as groupMembers from '#shared/training-groups/members/contract.ts';
import * as videoAdmin from '#shared/videos/admin/contract.ts';
import * as videos from '#shared/videos/contract.ts';
import * as visitors from '#shared/visitors/contract.ts';
import * as vouchers from '#shared/vouchers/contract.ts';
import * as grants from '#shared/wallet/grants/contract.ts';
import * as scanning from './entry/scanning/contract.ts';
import * as wallet from './wallet/contract.ts';
import * as clientWallet from './wallet/desk/contract.ts';

/** Every endpoint of every contract: what tests and the API description loop over. */
export const endpoints: readonly AnyEndpoint[] = [
  account,
  devices,
  emails,
  factors,
  factorResets,
  identities,
  passkeys,
  profiles,
  proofs,
  clients,
  clientMerging,
  productAdmin,
  places,
  settings,
  trail,
  users,
  campaigns,
  contracts,
  contractFreezes,
  contractTerminations,
  contractStatus,
  billing,
  contractGrants,
  contractPrices,
  desk,
  doors,
  entryCodes,
  keycards,
  keycardIssuers,
  inside,
  feedback,
  feeds,
  invoices,
  invoiceCredits,
  bankImport,
  joining,
  joiningShown,
  messages,
  broadcasts,
  notices,
  personalTrainings,
  trainerHours,
  personalSlots,
  personalClients,
  privacy,
  products,
  wallet,
  payments,
  togetherPayments,
  registrations,
  choosing,
  attendance,
  home,
  staffBooking,
  scanning,
  strikes,
  refusals,
  rooms,
  rentals,
  reservations,
  closures,
  schedule,
  editing,
  series,
  grants,
  clientWallet,
  groupMembers,
  importing,
  logos,
  setup,
  tenants,
  landing,
  tickets,
  trainers,
  trainerPages,
  replacements,
  statistics,
  reports,
  simulation,
  trainingGroups,
  visitors,
  videos,
  videoAdmin,
  vouchers,
]
  .flatMap((contract): unknown[] => Object.values(contract))
  .filter(
    (value): value is AnyEndpoint =>
      typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
  );
