import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { bearerOf, type SessionClaims, TokenClaims } from '#shared/kernel/session.ts';
import { type Clock, toDate } from './clock.ts';
import { type Db, sqlBuilder } from './db.ts';
import type { EventBus } from './events.ts';
import { KeyRing, type Keys, markBytes, type SecretSource } from './keys/key-ring.ts';

/** Life of an access token; what is revoked need be remembered no longer (DESIGN section 4). */
const accessTokenSeconds = 300;
const issuer = 'trenn';

export type NewClaims = Omit<SessionClaims, 'exp' | 'iat' | 'nbf' | 'iss' | 'aud'>;

/** Signs and reads access tokens, derives refresh tokens, remembers what was revoked. */
export class Tokens {
  private readonly ring: KeyRing;
  private readonly clock: Clock;
  /** Verified tokens; a token is as good as its signature until it expires or its session ends. */
  private readonly verified = new Map<string, TokenClaims>();
  /** Both in order of time. */
  private readonly endedSessions = new Map<string, { at: number }>();
  private readonly accountVersions = new Map<string, { version: number; at: number }>();

  /** `secret`: the only one, or where all are read from. */
  constructor(secret: string | SecretSource, clock: Clock, events: EventBus) {
    this.clock = clock;
    this.ring = new KeyRing(typeof secret === 'string' ? () => [{ secret, usedFrom: 0 }] : secret, clock);
    events.on((tenantId, event) => {
      const at = clock.epochMilliseconds();
      if (event.topic === 'sessionEnded') remember(this.endedSessions, event.sessionId, { at });
      if (event.topic === 'accountChanged') {
        const of = `${tenantId}:${event.accountId}`;
        remember(this.accountVersions, of, { version: event.sessionVersion, at });
      }
      const limit = at - (accessTokenSeconds + 60) * 1000;
      forgetOld(this.endedSessions, limit);
      forgetOld(this.accountVersions, limit);
    });
  }

  /** A signed token, and behind its `~` who its owner is: nothing the server reads, nor is it sent again. */
  async sign({ email, phone, firstName, lastName, ...claims }: NewClaims): Promise<string> {
    const shown = Buffer.from(JSON.stringify({ email, phone, firstName, lastName })).toString('base64url');
    const seconds = Math.floor(this.clock.epochMilliseconds() / 1000);
    const signed = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setJti(randomUUID())
      .setIssuer(issuer)
      .setAudience(claims.host)
      .setIssuedAt(seconds)
      .setNotBefore(seconds)
      .setExpirationTime(seconds + accessTokenSeconds)
      .sign(this.ring.used().access);
    return `${signed}~${shown}`;
  }

  /** The claims of a good token of this tenant, or undefined: forged, expired, revoked, of another host. */
  async verify(given: string, tenantId: number, host: string): Promise<TokenClaims | undefined> {
    const token = bearerOf(given);
    const now = this.clock.epochMilliseconds();
    let claims = this.verified.get(token);
    if (!claims) {
      claims = await this.read(token, host, now);
      if (!claims) return undefined;
      if (this.verified.size >= 10_000) this.verified.clear();
      this.verified.set(token, claims);
    }
    const isGood =
      claims.exp * 1000 > now &&
      claims.host === host &&
      claims.aud === host &&
      !this.endedSessions.has(claims.sessionId) &&
      claims.sessionVersion >= (this.accountVersions.get(`${tenantId}:${claims.accountId}`)?.version ?? 0);
    if (!isGood) this.verified.delete(token);
    return isGood ? claims : undefined;
  }

  /** The claims of a token that one of the keys signed which were in use while it may have been made. */
  private async read(token: string, host: string, now: number): Promise<TokenClaims | undefined> {
    for (const { access } of this.ring.since((accessTokenSeconds + 60) * 1000).toReversed()) {
      try {
        const { payload } = await jwtVerify(token, access, {
          algorithms: ['HS256'],
          issuer,
          audience: host,
          currentDate: toDate(now),
        });
        return TokenClaims.parse(payload);
      } catch {
        // Another key may have signed it.
      }
    }
    return undefined;
  }

  /** The refresh token of a session's generation. Nothing of it is stored: it follows from salt and secret. */
  refreshToken(session: RefreshParts, generation: number): string {
    return `${session.id}.${generation}.${refreshMac(this.ring.used(), session, generation)}`;
  }

  isRefreshToken(session: RefreshParts, generation: number, mac: string): boolean {
    return this.ring.all().some((keys) => isSame(refreshMac(keys, session, generation), mac));
  }

  /** A subject of attempts (address, user name) that cannot be read back from the table. */
  attemptSubject(text: string): Buffer {
    return subjectOf(this.ring.used(), text);
  }

  /** What a stored subject may be of this text, of each secret that is known. */
  attemptSubjects(text: string): Buffer[] {
    return this.ring.all().map((keys) => subjectOf(keys, text));
  }

  /** So many random bytes, the last of which say which secret what is made of them follows from. */
  newSalt(size = 32): Buffer {
    return Buffer.concat([randomBytes(size - markBytes), this.ring.used().mark]);
  }

  /** What makes an address unguessable; 43 characters that may stand in one. `text` names what it opens. */
  addressMac(text: string): string {
    return macOf(this.ring.used(), text);
  }

  /** As `addressMac`, the same ever after for the same salt. */
  saltedMac(text: string, salt: Buffer): string {
    return macOf(this.ring.ofSalt(salt), `${text} ${salt.toString('base64url')}`);
  }

  /** As `addressMac`, of the secret that was in use then, an instant; null: of the first one. */
  datedMac(text: string, at: string | null): string {
    const instant = at === null ? 0 : Temporal.Instant.from(at).epochMilliseconds;
    return macOf(this.ring.usedAt(instant), text);
  }

  /** What `addressMac` made of this text, or made of it before the secret was another. */
  addressMacs(text: string): string[] {
    return this.ring.all().map((keys) => macOf(keys, text));
  }

  /** A secret as it is stored: opened by this installation alone, and only for the same `owner`. */
  seal(secret: Uint8Array, owner: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.ring.used().seal, nonce).setAAD(Buffer.from(owner));
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  /** What was sealed for an owner. Throws where it was sealed by another installation or for somebody else. */
  unseal(sealed: Buffer, owner: string): Buffer {
    let thrown: unknown;
    for (const { seal } of this.ring.all().toReversed()) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', seal, sealed.subarray(0, 12))
          .setAAD(Buffer.from(owner))
          .setAuthTag(sealed.subarray(-16));
        return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
      } catch (error) {
        thrown = error;
      }
    }
    throw thrown;
  }

  /** What is stored of a recovery code: without the installation's key nobody can try codes against the table. */
  recoveryCodeHash(code: string, owner: string): Buffer {
    return recoveryHash(this.ring.used(), code, owner);
  }

  /** What may be stored of a recovery code, of each secret that is known. */
  recoveryCodeHashes(code: string, owner: string): Buffer[] {
    return this.ring.all().map((keys) => recoveryHash(keys, code, owner));
  }
}

function remember<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key);
  known.set(key, value);
}

/** Of what is in order of time only the oldest is looked at: thousands of sessions may end at once. */
function forgetOld(known: Map<string, { readonly at: number }>, limit: number): void {
  for (const [key, { at }] of known) {
    if (at >= limit) return;
    known.delete(key);
  }
}

export interface RefreshParts {
  readonly id: string;
  readonly salt: Buffer;
}

/** What is stored of a token that opens something: whoever reads the table cannot open anything with it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether somebody brought what was expected, told after the same time whatever they brought of its length. */
export function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function refreshMac({ refresh }: Keys, { id, salt }: RefreshParts, generation: number): string {
  return createHmac('sha256', refresh).update(`${id}.${generation}.`).update(salt).digest('base64url');
}

const subjectOf = ({ subject }: Keys, text: string) => createHmac('sha256', subject).update(text).digest();
const macOf = ({ address }: Keys, text: string) =>
  createHmac('sha256', address).update(text).digest('base64url');
const recoveryHash = ({ code: key }: Keys, code: string, owner: string) =>
  createHmac('sha256', key).update(`${owner} ${code}`).digest();

/** A token outlives its session by minutes: after a start or a gap, the ended ones are told again. */
export async function rememberEndedSessions(system: Db, events: EventBus, clock: Clock): Promise<void> {
  const since = Temporal.Instant.from(clock.now())
    .subtract({ seconds: accessTokenSeconds + 60 })
    .toString();
  const [sessions, accounts] = await system.run(
    sqlBuilder.selectFrom('sessions').select(['tenant_id', 'id']).where('ended_at', '>', since),
    sqlBuilder
      .selectFrom('accounts')
      .select(['tenant_id', 'id', 'session_version'])
      .where('session_version_at', '>', since),
  );
  for (const { tenant_id, id } of sessions) events.emit(tenant_id, { topic: 'sessionEnded', sessionId: id });
  for (const { tenant_id, id, session_version } of accounts) {
    events.emit(tenant_id, { topic: 'accountChanged', accountId: id, sessionVersion: session_version });
  }
}
