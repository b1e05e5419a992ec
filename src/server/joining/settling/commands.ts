import { randomBytes } from 'node:crypto';
import { countAttempt } from '#server/account/commands.ts';
import { insertPasswordReset } from '#server/account/data.ts';
import { noPassword } from '#server/account/passwords.ts';
import { handOverContract, settingsOf } from '#server/contracts/commands.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import type { HandedOver, SoldLine } from '#server/kernel/writes/hand-over.ts';
import { contactOf } from '#server/messages/mails.ts';
import { nameIn } from '#server/products/data.ts';
import { periodAt } from '#shared/contracts/periods/domain.ts';
import type { SaleItem } from '#shared/invoices/domain.ts';
import { firstLoginDays, type JoinForm, reminderMinutes, withdrawUntil } from '#shared/joining/domain.ts';
import { addDays, addMinutes, formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import { draftToken, dropping, joiningEvent, wholeForm } from '../commands.ts';
import * as data from '../data.ts';
import {
  type AgreedFacts,
  type Envelope,
  type Way,
  writeBackMail,
  writeJoinedMail,
  writeKnownMail,
  writeOfficeMail,
} from '../mails.ts';

/** What telling people needs of the process. */
export interface JoiningPorts {
  readonly tokens: Tokens;
  originOf(tenant: Tenant): string;
}

/** A contract's first payment has come. Where it was made in joining, who joined is settled by a job at once after. */
export async function handOverJoined(
  ctx: Ctx,
  item: Extract<SaleItem, { kind: 'contract' }>,
  sold: SoldLine,
): Promise<HandedOver> {
  const { contractId } = item;
  const handed = await handOverContract(ctx, item, sold);
  const [[join]] = await sold.load(data.findJoinOfContract({ contractId }));
  if (!join) return handed;
  const joined = { state: 'joined', contract_id: contractId, invoice_id: sold.invoiceId } as const;
  return {
    queries: [...handed.queries, data.changeJoin(join.id, joined)],
    events: [...handed.events, joiningEvent('joined', join.id)],
  };
}

/** Somebody is about to pay: whoever is known already is mailed the way to their account, once. */
export async function tellKnown(ctx: Ctx, ports: JoiningPorts, joinId: number): Promise<void> {
  const [[before]] = await ctx.read(data.lockJoin({ joinId }));
  const form = before && wholeForm(before);
  if (!form || before.knownToldAt !== null || before.takenOverAt !== null) return;
  const [[byEmail], [byCode]] = await ctx.read(
    data.findAccountOfEmail({ email: form.email }),
    data.findClientOfCode(form),
  );
  const known = byEmail ?? (byCode?.email ? { ...byCode, email: byCode.email } : undefined);
  if (!known || !(await mayBeMailed(ctx, ports, known.email))) return;
  await ctx.write(async (transaction) => {
    const [[row]] = await transaction.load(data.lockJoin({ joinId }));
    if (!row || row.knownToldAt !== null) return transaction.keep(undefined);
    const envelope = envelopeOf(ctx, ports, {
      to: known.email,
      firstName: known.firstName,
      language: known.language ?? row.language,
    });
    const token = draftToken(ports.tokens, ctx.tenant.id, row);
    return transaction.save(
      undefined,
      [data.changeJoin(joinId, { known_told_at: ctx.now })],
      [writeKnownMail(joinId, envelope, token)],
    );
  });
}

/** Strangers must not fill somebody's box. */
async function mayBeMailed(ctx: Ctx, { tokens }: JoiningPorts, email: string): Promise<boolean> {
  try {
    await countAttempt(ctx, 'joinMail', tokens.attemptSubject(`join mail ${email}`));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'tooManyAttempts') return false;
    throw error;
  }
}

/**
 * Somebody has joined and paid: they get an account and the link of its first login; where mail or code are another's,
 * the contract stays with a client of its own until its owner takes it over, and nothing of the known person changes
 * (decision 0023). Done once; again it does nothing.
 */
export async function settle(ctx: Ctx, ports: JoiningPorts, joinId: number): Promise<void> {
  const { now, tenant } = ctx;
  await ctx.write(async (transaction) => {
    const [[row]] = await transaction.load(data.lockJoin({ joinId }));
    if (row?.state !== 'joined' || row.settledAt !== null) return transaction.keep(undefined);
    const { contractId, clientId } = row;
    const form = wholeForm(row);
    if (!form || contractId === null || clientId === null) return transaction.keep(undefined);
    const [[agreed], [account], [other]] = await transaction.load(
      data.findAgreed({ contractId }),
      data.findAccountOfEmail({ email: form.email }),
      data.findClientOfCode(form),
    );
    if (!agreed) return transaction.keep(undefined);
    const isCodeTaken = other !== undefined && other.clientId !== clientId;
    const isTaken = row.takenOverAt !== null;
    const { way, queries } = await waysOf(transaction, {
      ctx,
      ports,
      row: { ...row, clientId },
      form,
      isKnown: account !== undefined,
      isCodeTaken,
    });
    const language = isLanguage(row.language) ? row.language : tenant.defaultLanguage;
    const facts = factsOf(ctx, agreed, language);
    const to = { to: form.email, firstName: form.firstName, language };
    const mails: MailEvent[] = [writeJoinedMail(joinId, envelopeOf(ctx, ports, to), facts, way)];
    if (form.guardianEmail !== '' && form.guardianEmail !== form.email) {
      const guardian = { to: form.guardianEmail, firstName: form.guardianFirstName, language };
      mails.push(writeJoinedMail(joinId, envelopeOf(ctx, ports, guardian), facts, { kind: 'none' }));
    }
    if (isCodeTaken && !isTaken) {
      const name = `${form.firstName} ${form.lastName}`;
      const office = { to: contactOf(tenant), tenantName: tenant.name, language: tenant.defaultLanguage };
      const about = { name, email: form.email, number: agreed.number, client: other.code };
      mails.push(writeOfficeMail(joinId, office, about));
    }
    const isOpen = !isTaken && (account !== undefined || isCodeTaken);
    const { country, idCode, email } = form;
    const kept = isOpen ? { country, idCode, email } : {};
    return transaction.save(
      undefined,
      [...queries, data.changeJoin(joinId, { settled_at: now, form: JSON.stringify(kept) })],
      mails,
    );
  });
}

async function waysOf(
  { load }: Pick<WriteTransaction, 'load'>,
  of: {
    readonly ctx: Ctx;
    readonly ports: JoiningPorts;
    readonly row: data.JoinRow & { readonly clientId: number };
    readonly form: JoinForm;
    readonly isKnown: boolean;
    readonly isCodeTaken: boolean;
  },
): Promise<{ readonly way: Way; readonly queries: readonly Query[] }> {
  const { ctx, ports, row, form, isKnown, isCodeTaken } = of;
  if (row.takenOverAt !== null) return { way: { kind: 'none' }, queries: [] };
  const { country, address, city, zip } = form;
  const idCode = form.idCode === '' || isCodeTaken ? null : form.idCode;
  const identified = data.identifyClient(row.clientId, {
    country,
    idCode: isKnown ? null : idCode,
    birthDate: form.birthDate,
    address,
    city,
    zip,
    guardian: guardianOf(form),
  });
  if (isKnown) {
    const token = draftToken(ports.tokens, ctx.tenant.id, row);
    return { way: { kind: 'hasAccount', draftToken: token }, queries: [identified] };
  }
  const { email } = form;
  const { clientId, language } = row;
  const [[account]] = await load(
    data.insertAccount({ email, passwordHash: noPassword(), clientId, language }),
  );
  if (!account) throw new Error('no account was made');
  const resetToken = randomBytes(24).toString('base64url');
  const expiresAt = addMinutes(ctx.now, firstLoginDays * 24 * 60);
  const reset = { tokenHash: hashToken(resetToken), accountId: account.id, now: ctx.now, expiresAt };
  return {
    way: { kind: 'firstLogin', resetToken },
    queries: [identified, insertPasswordReset(reset)],
  };
}

function guardianOf(form: JoinForm): object | null {
  if (form.guardianIdCode === '') return null;
  return {
    firstName: form.guardianFirstName,
    lastName: form.guardianLastName,
    country: form.guardianCountry,
    idCode: form.guardianIdCode,
    email: form.guardianEmail,
    phone: form.guardianPhone,
  };
}

function factsOf(ctx: Ctx, agreed: data.AgreedRow, language: Language): AgreedFacts {
  const { tenant } = ctx;
  const { startsOn, endsOn } = agreed;
  const nextOn = addDays(periodAt(agreed, startsOn).untilOn, 1);
  const { withdrawalDays } = settingsOf(ctx);
  return {
    ...agreed,
    name: nameIn(agreed.names, language, tenant.defaultLanguage),
    clubName: tenant.clubs.find(({ id }) => id === agreed.clubId)?.name ?? '',
    nextOn: endsOn === null || nextOn <= endsOn ? nextOn : null,
    withdrawalDays,
    withdrawUntil: withdrawUntil(localDate(agreed.agreedAt, tenant.timeZone), withdrawalDays),
  };
}

function envelopeOf(
  { tenant }: Ctx,
  { originOf }: JoiningPorts,
  to: { readonly to: string; readonly firstName: string; readonly language: string },
): Envelope {
  const language = isLanguage(to.language) ? to.language : tenant.defaultLanguage;
  return { ...to, language, tenantName: tenant.name, origin: originOf(tenant) };
}

/** Mails the way back to whoever left before paying, once, unless they were sent to their account. */
export async function remindUnpaid(ctx: Ctx, ports: JoiningPorts): Promise<void> {
  const { now, tenant } = ctx;
  const [left] = await ctx.read(data.listUnpaid({ before: addMinutes(now, -reminderMinutes) }));
  for (const { id: joinId } of left) {
    await ctx.write(async (transaction) => {
      const [[row]] = await transaction.load(data.lockJoin({ joinId }));
      if (row?.state !== 'paying' || row.remindedAt !== null) return transaction.keep(undefined);
      const form = wholeForm(row);
      const isMailed = form !== undefined && row.knownToldAt === null && row.takenOverAt === null;
      const reminded = [data.changeJoin(joinId, { reminded_at: now })];
      if (!isMailed) return transaction.save(undefined, reminded);
      const to = { to: form.email, firstName: form.firstName, language: row.language };
      const until = `${formatDate(localDate(row.expiresAt, tenant.timeZone))} ${localTime(row.expiresAt, tenant.timeZone)}`;
      const back = { draftToken: draftToken(ports.tokens, tenant.id, row), until };
      return transaction.save(undefined, reminded, [writeBackMail(joinId, envelopeOf(ctx, ports, to), back)]);
    });
  }
}

/** Drops what was left for longer than it is kept: what was typed goes, and places of codes are everybody's again. */
export async function dropExpired(ctx: Ctx): Promise<void> {
  const { now } = ctx;
  const [expired] = await ctx.read(data.listExpired({ now }));
  for (const { id: joinId } of expired) {
    await ctx.write(async (transaction) => {
      const [[row]] = await transaction.load(data.lockJoin({ joinId }));
      const isLeft = row && (row.state === 'open' || row.state === 'paying') && row.expiresAt <= now;
      if (!isLeft) return transaction.keep(undefined);
      return transaction.save(undefined, [
        ...dropping(ctx, row),
        data.changeJoin(joinId, { state: 'dropped', form: '{}' }),
      ]);
    });
  }
}
