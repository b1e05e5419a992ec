import { readSigner } from '#server/entry/apple/certificates.ts';
import { readGoogleIssuer } from '#server/entry/google/keys.ts';
import { toIssuerRow } from '#server/entry/keycard-issuers/commands.ts';
import { makeCardAuthority, makeServiceKey } from '#server/entry/wallet-emulator/authority.ts';
import type { Transaction } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { epochMilliseconds } from '#shared/kernel/dates.ts';
import type { DemoCentre } from '../domain.ts';
import { insertDoors, insertIssuer } from './data.ts';

const doorNames = { et: 'Peauks', en: 'Main door', lv: 'Galvenās durvis' } as const;

/** The demo's centres are one at Google's stand-in. */
const emulatorIssuerId = '3388000000000000000';

/** Some centres issue cards for phones' wallets, under certificates that no phone believes. */
const issuing = ['pohjala-sport.ee', 'rannamanni-sport.ee', 'dzintara-spa.lv'];

/** The doors that members' codes open, and what cards are made with. */
export async function loadDoors(
  transaction: Transaction,
  tenantId: number,
  { tenant }: DemoCentre,
  { now, tokens }: { readonly now: string; readonly tokens: Tokens },
): Promise<void> {
  const { defaultLanguage } = tenant.pageRules.main;
  await transaction.load(insertDoors(tenantId, doorNames[defaultLanguage]));
  if (!issuing.includes(tenant.host)) return;
  const at = epochMilliseconds(now);
  const authority = await makeCardAuthority(at);
  const passTypeId = `pass.${tenant.host.split('.').toReversed().join('.')}`;
  const { key, ...keys } = await authority.issue(passTypeId, 'STANDIN001');
  const signer = readSigner({ ...keys, secretKey: key, keyPassword: '' }, at);
  const service = readGoogleIssuer({
    issuerId: emulatorIssuerId,
    secretKey: makeServiceKey(`${tenant.host.replaceAll('.', '-')}@stand-in.example`),
  });
  await transaction.load(
    insertIssuer(tenantId, toIssuerRow(tenantId, tokens, { provider: 'apple', isOn: true }, signer)),
    insertIssuer(tenantId, toIssuerRow(tenantId, tokens, { provider: 'google', isOn: true }, service)),
  );
}
