import { randomBytes } from 'node:crypto';
import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { isUniqueViolation } from '#server/kernel/writes/constraints.ts';
import type { DeviceParameters } from '#shared/account/contract.ts';
import type { BeginIdentity } from '#shared/account/identities/contract.ts';
import {
  type IdentityProviderName,
  identityMinutes,
  mobileIdCountries,
  mostIdentities,
} from '#shared/account/identities/domain.ts';
import { IdentityKeys, offeredProviders } from '#shared/account/identity-keys/domain.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { addMinutes, secondsBetween } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { alertOwner } from '../alerts/commands.ts';
import { findAccount } from '../data.ts';
import {
  type ChallengePurpose,
  deleteChallenge,
  findChallenge,
  insertChallenge,
  lockAccount,
  lockChallenge,
  type NewChallenge,
} from '../factors/data.ts';
import { endReset } from '../resets/data.ts';
import { tellRevoked } from '../revocation/commands.ts';
import { type Asker, countBegun, forgetRinging, strangerAt } from '../ringing/commands.ts';
import {
  type Caller,
  knownDevice,
  type LoginPorts,
  logFailedLogin,
  type OpenedSession,
  openSession,
} from '../sessions/commands.ts';
import { unlinkAll } from '../unlinking/commands.ts';
import * as data from './data.ts';
import {
  type AskedIdentity,
  type IdentityProvider,
  IdentityServiceError,
  type ReturnedIdentity,
  type ShownIdentity,
} from './provider.ts';

/** What showing who one is works with. */
export interface IdentityPorts extends LoginPorts {
  /** The service with the centre's keys; undefined where it has none, or the installation does not speak to it. */
  providerOf(tenant: Ctx['tenant'], name: IdentityProviderName): IdentityProvider | undefined;
  /** How often the service is being asked about each, by what names it. */
  readonly underway: Map<string, number>;
}

/** Who tries to come in by these is not whom they say, or not any more. */
const notThem: readonly string[] = ['idCardRevoked', 'idCardUnknown', 'identityNotValid', 'identityUnknown'];

/** Two pages of one browser may look at once; whoever looks more often is told alone what to show. */
const mostLooks = 2;

/** What is asked of whoever is there. */
export interface Asking extends Omit<AskedIdentity, 'returnUrl'> {
  /** The page that takes the browser back; what names this one time is put behind it. */
  readonly returnPage: string;
}

export interface BegunIdentity {
  readonly request: string;
  readonly display: string;
}

/** Somebody who is asked, as their browser names it. */
export interface AskedAgain {
  readonly request: string;
  readonly returned: ReturnedIdentity | null;
}

/** Begins a log-in in one browser, which `browser` marks. Throws `identityNotOffered`, `identityServiceSilent`, `tooManyAttempts`. */
export async function beginLogin(
  ctx: Ctx,
  ports: IdentityPorts,
  asking: Asking,
  caller: Caller,
  browser: string,
): Promise<BegunIdentity> {
  const { tokens } = ports;
  const { given } = asking;
  const provider = offered(ctx, ports, given.provider);
  const asker = await askerOf(ctx, tokens, given, caller);
  await countBegun(ctx, tokens, given, caller.address, asker);
  const browserHash = hashToken(browser);
  return begin(ctx, tokens, provider, asking, { purpose: 'identityLogIn', browserHash, asker });
}

/** Begins to link somebody to the caller's account. Throws as `beginLogin`, and `proofNeeded`, `tooManyIdentities`. */
export async function beginLinking(
  ctx: Ctx,
  ports: IdentityPorts,
  asking: Asking,
  { accountId, sessionId }: MemberActor,
  { address }: Caller,
): Promise<BegunIdentity> {
  requireProof(ctx);
  const provider = offered(ctx, ports, asking.given.provider);
  const [linked] = await ctx.read(data.listIdentities({ accountId }));
  refuseMore(linked);
  const asker = { name: `account ${accountId}`, isKnown: false };
  await countBegun(ctx, ports.tokens, asking.given, address, asker);
  return begin(ctx, ports.tokens, provider, asking, {
    ...{ purpose: 'identityLinking', accountId, sessionId },
    asker,
  });
}

/** The service with the centre's keys. Throws `identityNotOffered`, `identityServiceSilent`. */
export function offered(ctx: Ctx, ports: IdentityPorts, name: IdentityProviderName): IdentityProvider {
  if (!isOffered(ctx, name)) throw new AppError('identityNotOffered');
  const provider = ports.providerOf(ctx.tenant, name);
  if (!provider) throw new AppError('identityServiceSilent');
  return provider;
}

const isOffered = (ctx: Ctx, name: IdentityProviderName) => offeredOf(ctx).includes(name);
const offeredOf = ({ tenant }: Ctx) => offeredProviders(IdentityKeys.parse(tenant.company).identities);

/**
 * Who asks to log in. A device is known by the account of who is asked: it is looked for where one was brought, whoever has it, and
 * nothing but the count tells whether it was.
 */
async function askerOf(ctx: Ctx, tokens: Tokens, given: BeginIdentity, caller: Caller): Promise<Asker> {
  const stranger = strangerAt(caller.address);
  if (given.provider !== 'mobileId' || caller.deviceToken === undefined) return stranger;
  const hashes = mobileIdCountries.flatMap(
    (country) => hashesOf(ctx, tokens, 'mobileId', `PNO${country}-${given.idCode}`).hashes,
  );
  const [accounts] = await ctx.read(data.listLinkedAccounts({ provider: 'mobileId', hashes }));
  const [known] = accounts.flatMap((account) => knownDevice(ctx, tokens, account, caller) ?? []);
  return known === undefined ? stranger : { name: `on ${known}`, isKnown: true };
}

/** Asks, and keeps what was asked for minutes. */
export async function begin(
  ctx: Ctx,
  tokens: Tokens,
  provider: IdentityProvider,
  { returnPage, ...asked }: Asking,
  {
    asker,
    ...of
  }: Pick<NewChallenge, 'purpose' | 'accountId' | 'sessionId' | 'browserHash'> & { readonly asker: Asker },
): Promise<BegunIdentity> {
  const request = randomBytes(32).toString('base64url');
  const returnUrl = `${returnPage}&value=${request}`;
  const state = await answered(() => provider.begin({ ...asked, returnUrl }));
  const { now } = ctx;
  const kept: Kept = { given: asked.given, state, asker };
  const sealed = tokens.seal(Buffer.from(JSON.stringify(kept)), sealedFor(ctx, of.purpose));
  const challenge = { ...of, tokenHash: hashToken(request), sealed, now };
  await ctx.write(({ save }) =>
    save(undefined, [insertChallenge({ ...challenge, expiresAt: addMinutes(now, identityMinutes) })]),
  );
  return { request, display: provider.displayOf(state, 0) };
}

const sealedFor = ({ tenant }: Ctx, purpose: ChallengePurpose) => `identity ${tenant.id} ${purpose}`;

async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdentityServiceError) throw new AppError('identityServiceSilent');
    throw error;
  }
}

export type Looked = { readonly display: string } | (ShownIdentity & Omit<Kept, 'state'>);

/** What is kept, sealed, of what a service was asked. */
interface Kept {
  readonly given: BeginIdentity;
  readonly state: string;
  readonly asker: Asker;
}

interface Begun {
  readonly sealed: Buffer | null;
  readonly createdAt: string;
}

/**
 * What came of it: who was shown, or what to show of now. What is over is gone. Throws how it ended (`identityEnds`),
 * `identityNotValid`, `identityServiceSilent`. Nothing is locked meanwhile.
 */
export async function look(
  ctx: Ctx,
  ports: IdentityPorts,
  purpose: ChallengePurpose,
  { sealed, createdAt }: Begun,
  { request, returned }: AskedAgain,
): Promise<Looked> {
  const { given, state, asker } = open(ctx, ports.tokens, purpose, sealed);
  const provider = offered(ctx, ports, given.provider);
  const ofNow = () => ({
    display: provider.displayOf(state, Math.floor(secondsBetween(createdAt, ctx.now))),
  });
  const { underway } = ports;
  const looks = underway.get(request) ?? 0;
  if (looks >= mostLooks) return ofNow();
  underway.set(request, looks + 1);
  const outcome = await answered(() => provider.look(state, returned)).finally(() => {
    const left = (underway.get(request) ?? 1) - 1;
    if (left > 0) underway.set(request, left);
    else underway.delete(request);
  });
  if (outcome.kind === 'waiting') return ofNow();
  if (outcome.kind === 'shown') return { ...outcome, given, asker };
  await ctx.write(({ save }) => save(undefined, [deleteChallenge(hashToken(request))]));
  if (outcome.kind === 'over') throw new AppError(outcome.end);
  const { requestId, tenant } = ctx;
  const { provider: name } = given;
  ports.logger.warn({ requestId, tenant: tenant.host, provider: name, why: outcome.why }, 'identity refused');
  if (outcome.kind === 'notValid') throw new AppError('identityNotValid');
  const { hashes } = hashesOf(ctx, ports.tokens, name, outcome.subject);
  if (outcome.end === 'idCardRevoked') await tellRevoked(ctx, { provider: name, hashes });
  throw new AppError(outcome.end);
}

/** What a service was asked. Throws `identityRequestOver` also where the secret that sealed it is gone. */
function open(ctx: Ctx, tokens: Tokens, purpose: ChallengePurpose, sealed: Buffer | null): Kept {
  try {
    if (sealed) return JSON.parse(tokens.unseal(sealed, sealedFor(ctx, purpose)).toString());
  } catch {
    // As if nothing had been begun.
  }
  throw new AppError('identityRequestOver');
}

/** What is stored of whoever a service knows, of each secret that is known, and of the one in use. */
export function hashesOf({ tenant }: Ctx, tokens: Tokens, provider: IdentityProviderName, subject: string) {
  const text = `identity ${tenant.id} ${provider} ${subject}`;
  const toBytes = (mac: string) => Buffer.from(mac, 'base64url');
  return { own: toBytes(tokens.addressMac(text)), hashes: tokens.addressMacs(text).map(toBytes) };
}

/**
 * Opens a session for who was shown, once; as strong as both steps of another log-in. Throws `identityRequestOver` where
 * nothing was asked in this browser, and `identityUnknown` where no account that may be opened is theirs.
 */
export async function logIn(
  ctx: Ctx,
  ports: IdentityPorts,
  { keep, ...asked }: AskedAgain & { readonly keep: boolean },
  device: DeviceParameters,
  caller: Caller,
  browser: string,
): Promise<{ readonly session: OpenedSession } | { readonly display: string }> {
  const { tokens } = ports;
  const purpose = 'identityLogIn';
  const named = { tokenHash: hashToken(asked.request), purpose, now: ctx.now } as const;
  const [[begun]] = await ctx.read(findChallenge(named));
  if (!begun?.browserHash?.equals(hashToken(browser))) throw new AppError('identityRequestOver');
  try {
    const looked = await look(ctx, ports, purpose, begun, asked);
    if ('display' in looked) return looked;
    const { provider } = looked.given;
    const { own, hashes } = hashesOf(ctx, tokens, provider, looked.subject);
    const shown = { provider, hashes };
    const [[known]] = await ctx.read(data.findIdentity(shown));
    const accountId = known?.accountId ?? 0;
    const opening = await ctx.write(async ({ load, save }) => {
      const [, [open], [account], [identity]] = await load(
        lockAccount({ accountId }),
        lockChallenge(named),
        findAccount(accountId),
        data.findIdentity(shown),
      );
      if (!open) throw new AppError('identityRequestOver');
      const over = [deleteChallenge(named.tokenHash), ...forgetRinging(tokens, looked.given, looked.asker)];
      if (!account || account.isBlocked || identity?.accountId !== accountId) return save(undefined, over);
      const opened = openSession(ctx, tokens, { account, keep, device, identityId: identity.id }, caller);
      return save(
        opened,
        [
          data.noteIdentityUse(identity.id, own, ctx.now),
          // As strong as both steps: neither is lost. Where there is none, the request is about who is linked.
          ...(account.hasFactor ? [endReset(accountId, 'shown', ctx.now)] : []),
          ...over,
          ...opened.queries,
        ],
        [...opened.events],
      );
    });
    if (!opening) throw new AppError('identityUnknown');
    return { session: await opening.hand() };
  } catch (error) {
    if (error instanceof AppError && notThem.includes(error.code))
      logFailedLogin(ctx, ports, 'identity', undefined, caller);
    throw error;
  }
}

/**
 * Links who was shown to the caller's account. Throws `identityRequestOver` where another session asked, `identityOfOther`,
 * `identityThereAlready`, `tooManyIdentities`.
 */
export async function link(
  ctx: Ctx,
  ports: IdentityPorts,
  { accountId, sessionId }: MemberActor,
  asked: AskedAgain,
): Promise<{ readonly isLinked: boolean; readonly display: string | null }> {
  const purpose = 'identityLinking';
  const named = { tokenHash: hashToken(asked.request), purpose, now: ctx.now } as const;
  const [[begun]] = await ctx.read(findChallenge(named));
  if (begun?.accountId !== accountId || begun.sessionId !== sessionId) {
    throw new AppError('identityRequestOver');
  }
  const looked = await look(ctx, ports, purpose, begun, asked);
  if ('display' in looked) return { isLinked: false, display: looked.display };
  const { given, asker, subject, level } = looked;
  const { provider } = given;
  const { own: subjectHash, hashes } = hashesOf(ctx, ports.tokens, provider, subject);
  const refusal = await oneOfEach(() =>
    ctx.write(async ({ load, save }) => {
      const [, [open], linked, [known], [account]] = await load(
        lockAccount({ accountId }),
        lockChallenge(named),
        data.listIdentities({ accountId }),
        data.findIdentity({ provider, hashes }),
        findAccount(accountId),
      );
      if (!open || !account) throw new AppError('identityRequestOver');
      const over = [deleteChallenge(named.tokenHash), ...forgetRinging(ports.tokens, given, asker)];
      if (known) return save(refusalOf(known.accountId === accountId), over);
      refuseMore(linked);
      return save(
        undefined,
        [data.insertIdentity({ accountId, provider, subjectHash, level, now: ctx.now }), ...over],
        [alertOwner(ctx, account, 'identityLinked', asked.request, provider)],
      );
    }),
  );
  if (refusal) throw new AppError(refusal);
  return { isLinked: true, display: null };
}

const refusalOf = (isOwn: boolean) =>
  isOwn ? ('identityThereAlready' as const) : ('identityOfOther' as const);

function refuseMore(linked: readonly unknown[]): void {
  if (linked.length >= mostIdentities) throw new AppError('tooManyIdentities', { limit: mostIdentities });
}

async function oneOfEach<T>(work: () => Promise<T>): Promise<T | 'identityOfOther'> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'external_identities_tenant_id_provider_subject_hash_key'))
      return 'identityOfOther';
    throw error;
  }
}

/** Whom services know the caller as, and the services there are. */
export async function list(ctx: Ctx, { accountId }: MemberActor) {
  const [identities] = await ctx.read(data.listIdentities({ accountId }));
  return { identities, offered: offeredOf(ctx) };
}

/** A service opens the account no more. Throws `proofNeeded`, `identityNotFound`. */
export async function unlink(
  ctx: Ctx,
  { accountId }: MemberActor,
  identityId: number,
): Promise<Record<string, never>> {
  requireProof(ctx);
  return ctx.write(async ({ load, save }) => {
    const [, linked, [account]] = await load(
      lockAccount({ accountId }),
      data.listIdentities({ accountId }),
      findAccount(accountId),
    );
    const identity = linked.find(({ id }) => id === identityId);
    if (!identity || !account) throw new AppError('identityNotFound');
    const { queries, events } = unlinkAll(ctx, account, [identity]);
    return save({}, queries, events);
  });
}
