import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { registerEntryDevice } from '#shared/entry/codes/contract.ts';
import { entryMessage, entryText, stepAt } from '#shared/entry/codes/domain.ts';
import { createDoor, judgeCode, offerPairing, pairDoor } from '#shared/entry/doors/contract.ts';
import type { BookingLimitsInput } from '#shared/kernel/booking-limits.ts';
import type { Centre, TestAccount } from './centre.ts';
import { addProduct } from './products.ts';
import type { TestServer } from './server.ts';
import { fulfil } from './tickets.ts';

export interface DoorRequest {
  readonly direction?: 'in' | 'out';
  readonly name?: string;
  readonly clubId?: number;
  readonly relayUrl?: string;
  readonly clientType?: 'gym' | 'pool';
}

/** Doors, phones and what opens them, for tests of entry. */
export function withDoors(running: TestServer) {
  const { centre, call, ask, clock } = running;

  /** A phone: its private key stays in it. */
  function phone() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const bytes = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
    return {
      publicKey: bytes.toString('base64url'),
      show(tenantId: number, deviceId: number, at = clock.epochMilliseconds()) {
        const code = { tenantId, deviceId, step: stepAt(at) };
        const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
        const signature = sign('sha256', Buffer.from(entryMessage(code)), key).toString('base64url');
        return entryText({ ...code, signature });
      },
    };
  }

  async function register(actor: TestAccount) {
    const device = phone();
    await ask(
      `insert into sessions (tenant_id, id, account_id, salt, rotated_at, created_at, proved_at, expires_at, keep, device)
      select tenant_id, $2, id, '\\x00', now(), now(), now(), 'infinity', true, '{}' from accounts where id = $1
      on conflict do nothing returning 1`,
      actor.id,
      actor.claims.sessionId,
    );
    const { body } = await call(registerEntryDevice, { body: { publicKey: device.publicKey } }, { actor });
    return { show: (at?: number) => device.show(body.tenantId, body.deviceId, at), id: body.deviceId };
  }

  async function doorOf(home: Centre, admin: TestAccount, request: DoorRequest = {}) {
    const values = {
      name: 'Peauks',
      clubId: home.clubId,
      direction: 'in' as const,
      clientType: 'gym' as const,
      relayUrl: '',
      isActive: true,
      ...request,
    };
    const { body: made } = await call(createDoor, { body: { values } }, { actor: admin });
    const { body: offered } = await call(offerPairing, { params: { id: made.id } }, { actor: admin });
    const { body: paired } = await call(
      pairDoor,
      { body: { pairingCode: offered.pairingCode } },
      { host: home.host },
    );
    return { id: made.id, token: paired.token, pairingCode: offered.pairingCode };
  }

  async function furnished(request: DoorRequest = {}, limits: BookingLimitsInput = {}) {
    const home = await centre({ rules: { pageFunctions: { hasQrScanningForEntry: true } }, limits });
    const admin = await home.account({ role: 'admin' });
    const member = await home.account({ firstName: 'Kai' });
    const door = await doorOf(home, admin, request);
    const scan = (code: string, scanId: string = randomUUID(), token = door.token) =>
      call(judgeCode, { body: { token, scanId, code } }, { host: home.host });
    return { home, admin, member, door, scan };
  }

  async function gymTicket(home: Centre, owner: TestAccount, visits: number | null = 5) {
    const productId = await addProduct(running, home, { clientType: 'gym', visits });
    return fulfil(running, home, { productId, owner });
  }

  const visitsOf = (ticketId: number) =>
    ask<{ kind: string }>(
      `select kind from ticket_entries where ticket_id = $1 and kind = 'CONSUME'`,
      ticketId,
    );
  const entriesOf = (home: Centre) =>
    ask<{ result: string; reason: string | null; by: string | null; offline: boolean }>(
      'select result, reason, by, is_offline as offline from entries where tenant_id = $1 order by id',
      home.id,
    );

  return { phone, register, doorOf, furnished, gymTicket, visitsOf, entriesOf };
}
