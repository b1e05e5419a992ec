import { StartError } from '../env.ts';
import type { Migration } from './migrations.ts';

/** Makes the schema at once that came to be in steps before the first release. */
const schemaFile = '000001_schema.sql';

/** Those steps, in their order. */
export const steps: readonly string[] = `
  000001_foundation
  000002_waiting-list
  000003_notices
  000004_visitors-and-feeds
  000005_strikes
  000006_held-places
  000007_selling
  000008_payments
  000009_invoices
  000010_tickets
  000011_vouchers-and-campaigns
  000012_needed-notice
  000013_paid-trainings
  000014_covers
  000015_desk
  000016_contracts
  000017_joining
  000019_billing
  000020_benefits
  000021_audit-trail
  000022_editing
  000023_attendance
  000024_back-office
  000025_messaging
  000026_replacement
  000027_personal-trainings
  000028_rental
  000029_reports
  000030_tenants
  000031_strikes
  000035_personal-ends
  000036_entry
  000037_videos
  000038_feedback
  000039_devices
  000040_privacy
  000041_overrides
  000042_revoking
  000043_given
  000045_offers
  000046_one-order
  000047_visitor-requests
  000048_lock-keys
  000066_pending
  000067_clashes
  000076_second-factor
  000077_asking-again
  000085_passkeys
  000086_factor-resets
  000090_agreed-form
  000097_once-per-client
  000098_job-workers
  000100_what-to-know
  000103_who-owns-an-account
  000110_line-wakes
  000111_reminders
  000112_mornings
  000113_money-on-its-way-back
  000114_codes-in-the-trail
  000115_who-was-in
  000117_outbox-order
  000118_keys-of-their-day
  000122_holders-of-lines
  000123_dates-within-reach
  000128_pushes-of-sessions
  000131_codes-by-whose-they-are
  000133_clients-as-they-are-shown
  000134_payments-in-parts
  000135_mailboxes
  000136_joiners-who-were-somebody
  000137_joinings-that-cost-nothing
`
  .trim()
  .split(/\s+/)
  .map((name) => `${name}.sql`);
const isStep = new Set(steps);

/**
 * What was applied to a database, in this program's names: one that went all the steps has the schema of the first release.
 * The same list where it went none.
 * @param whose begins the sentence that refuses
 * @throws StartError where it went only some of them
 */
export function withoutSteps<Applied extends { readonly name: string; readonly checksum: string | null }>(
  known: readonly Migration[],
  applied: readonly Applied[],
  whose: 'The database' | 'The backup',
): readonly (Applied | Pick<Migration, 'name' | 'checksum'>)[] {
  const gone = new Set(applied.flatMap(({ name }) => (isStep.has(name) ? [name] : [])));
  const schema = known.find(({ name }) => name === schemaFile);
  if (gone.size === 0 || !schema) return applied;
  const missing = steps.find((name) => !gone.has(name));
  if (missing !== undefined)
    throw new StartError(
      `${whose} is from before the first release and has not all of its steps (${missing}): start the Trenn it was last used with, in its last state before 000001_schema.sql, and then this one.`,
    );
  const { name, checksum } = schema;
  return [{ name, checksum }, ...applied.filter((one) => !isStep.has(one.name))];
}
