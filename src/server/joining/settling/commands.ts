import { randomBytes } from 'node:crypto';
import { mayMail } from '#server/account/commands.ts';
import { freeEmail, insertPasswordReset } from '#server/account/data.ts';
import { insertChange } from '#server/account/emails/data.ts';
import { noPassword } from '#server/account/passwords.ts';
import { findLinked, linkNew } from '#server/account/showing/commands.ts';
import { activatedEvent, fulfilContract, settingsOf } from '#server/contracts/commands.ts';
import { findInvoice } from '#server/invoices/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import type { Fulfilled, SoldLine } from '#server/kernel/writes/fulfilment.ts';
import { contactOf } from '#server/messages/mails.ts';
import { nameIn } from '#server/products/data.ts';
import { nextPaymentOn } from '#shared/contracts/domain.ts';
import { periodAt } from '#shared/contracts/periods/domain.ts';
import type { SaleItem } from '#shared/invoices/domain.ts';
import { firstLoginDays, type JoinForm, withdrawUntil } from '#shared/joining/domain.ts';
import { ownerOf, recognise } from '#shared/joining/known/domain.ts';
import { shownFields } from '#shared/joining/shown/domain.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import { agreedForm, draftToken, dropping, joiningEvent, openInvoiceOf } from '../commands.ts';
import * as data from '../data.ts';
import {
  type AgreedFacts,
  type Envelope,
  officeNewsOf,
  type Way,
  writeJoinedMail,
  writeKnownCodeMail,
  writeKnownMail,
  writeKnownShownMail,
  writeOfficeMail,
} from '../mails.ts';
import { takingAll } from '../owning/commands.ts';
import { findShown, forgetShown, listKnownOf, noteIdShown, type Shown } from '../showing/data.ts';

/** What telling people needs of the process. */
export interface JoiningPorts {
  readonly tokens: Tokens;
  originOf(tenant: Tenant): string;
}

/**
 * A contract's first payment has come. Where it was made in joining, who joined is settled by a job at once after. Throws
 * `joinNotProven` where nothing was paid and nobody has shown that the address is theirs.
 */
export async function fulfilJoin(
  ctx: Ctx,
  item: Extract<SaleItem, { kind: 'contract' }>,
  sold: SoldLine,
): Promise<Fulfilled> {
  const { contractId } = item;
  const fulfilled = await fulfilContract(ctx, item, sold);
  const [[join]] = await sold.load(data.findJoinOfContract({ contractId }));
  if (!join) return fulfilled;
  const [[invoice]] = await sold.load(findInvoice({ invoiceId: sold.invoiceId }));
  // What the office makes whoever began to join is proven by the office.
  const isProven = join.isOfOffice || join.takenOverAt !== null || join.addressProvenAt !== null;
  if (invoice?.totalCents === 0 && !isProven) throw new AppError('joinNotProven', undefined, 409);
  const [[before]] = await sold.load(findInvoice({ invoiceId: join.invoiceId ?? 0 }));
  // What nobody was to pay waits for its link no more where the office made them another.
  const isInstead = join.contractId !== contractId && before?.totalCents === 0;
  const joined = { state: 'joined', contract_id: contractId, invoice_id: sold.invoiceId } as const;
  // Its papers go out once it is settled whose it is, and that it goes on.
  const events = fulfilled.events.filter((event) => !isInvoiceMail(event));
  return {
    queries: [
      ...fulfilled.queries,
      ...(isInstead ? dropping(ctx, join) : []),
      data.changeJoin(join.id, joined),
    ],
    events: [...events, joiningEvent('joined', join.id)],
  };
}

function isInvoiceMail(event: DomainEvent): boolean {
  return event.topic === 'contract' && event.kind === 'activated';
}

/**
 * Somebody is about to pay: whoever is known by the address is mailed the way on in their account; whoever is known by the
 * id code alone, that somebody uses it. Once.
 */
export async function tellKnown(ctx: Ctx, ports: JoiningPorts, joinId: number): Promise<void> {
  const [[before]] = await ctx.read(data.lockJoin({ joinId }));
  const form = before && agreedForm(before);
  if (!form || before.knownToldAt !== null || before.takenOverAt !== null) return;
  const [[byEmail], [byCode]] = await ctx.read(
    data.findAccountOfEmail({ email: form.email }),
    data.findClientOfCode(form),
  );
  const ofCode = byCode?.email ? { ...byCode, email: byCode.email } : undefined;
  // A closed login is nobody's way in, and what was typed with an address is that address's.
  const ofAddress = byEmail?.isOpen && byEmail.email === form.email ? byEmail : undefined;
  const known = ofAddress ?? ofCode;
  // Where nothing is paid they were mailed the way on, whoever they are.
  const isFree = (await openInvoiceOf(ctx, ports.tokens, before.invoiceId))?.totalCents === 0;
  if (isFree && known?.email === form.email) return;
  // Counted apart: a count that anybody is told of would say whether the address is somebody's here.
  if (!known || !(await mayMail(ctx, ports.tokens, known.email, 'knownMail'))) return;
  await ctx.write(async (transaction) => {
    const [[row]] = await transaction.load(data.lockJoin({ joinId }));
    if (!row || row.knownToldAt !== null) return transaction.keep(undefined);
    const envelope = envelopeOf(ctx, ports, {
      to: known.email,
      firstName: known.firstName,
      language: known.language ?? row.language,
    });
    // Anybody may type a code: who is known by it alone hears of it, and opens nothing of what was typed.
    const mail = ofAddress
      ? writeKnownMail(joinId, envelope, draftToken(ports.tokens, ctx.tenant.id, row))
      : writeKnownCodeMail(joinId, envelope);
    return transaction.save(undefined, [data.changeJoin(joinId, { known_told_at: ctx.now })], [mail]);
  });
}

/**
 * Somebody has joined and paid. Who was here already gets the contract as the client they are, or the money as credit
 * where they have one for those days (decision 0058). Anybody else gets an account and the link of its first login, without
 * the code where that is another's (decision 0146); where the address is another person's, the contract stays with a client
 * of its own until the address's owner takes it over, and nothing of the known person changes (decision 0023). Who showed who
 * they are is recognised by that, and logs in by it from then on where nobody had a login there (decision 0156). Done once; again
 * it does nothing.
 */
export async function settle(ctx: Ctx, ports: JoiningPorts, joinId: number): Promise<void> {
  const { now, tenant } = ctx;
  await ctx.write(async (transaction) => {
    const [[row]] = await transaction.load(data.lockJoin({ joinId }));
    if (row?.state !== 'joined' || row.settledAt !== null) return transaction.keep(undefined);
    const { contractId, clientId } = row;
    const form = agreedForm(row);
    if (!form || contractId === null || clientId === null) return transaction.keep(undefined);
    const { load } = transaction;
    const [, [agreed], [account], [other], ofEmail, [of]] = await load(
      data.lockEmail(form.email),
      data.findAgreed({ contractId }),
      data.findAccountOfEmail({ email: form.email }),
      data.findClientOfCode(form),
      data.listOfEmail({ email: form.email }),
      findShown({ joinId }),
    );
    if (!agreed) return transaction.keep(undefined);
    const isTaken = row.takenOverAt !== null;
    // Who was shown is who agreed, or nobody was.
    const isAgreed = of?.shown && shownFields.every((name) => form[name] === of.shown?.person[name]);
    const shown = (!isTaken && of?.isShown && isAgreed && of.shown) || undefined;
    const recognised = shown && (await recogniseShown(load, { ctx, ports, form }, shown));
    const owner = isTaken ? undefined : (recognised ?? ownerOf(form, ofEmail));
    const isCodeTaken = other !== undefined && other.clientId !== clientId;
    const known = owner ?? ofEmail.find(({ id }) => id === account?.clientId);
    const own: Own = { ctx, ports, row: { ...row, clientId, contractId }, form, agreed, shown };
    const settled = owner
      ? await joinOwner(load, own, {
          ...owner,
          isAddressTaken: account !== undefined,
          isRecognised: owner === recognised,
        })
      : await waysOf(load, own, { account, isCodeTaken });
    const language = isLanguage(row.language) ? row.language : tenant.defaultLanguage;
    const to = { to: form.email, firstName: form.firstName, language };
    const mails: DomainEvent[] = [
      ...settled.events,
      ...(settled.way.kind === 'givenUp' ? [] : [activatedEvent(contractId)]),
      writeJoinedMail(
        joinId,
        envelopeOf(ctx, ports, to),
        factsOf(ctx, settled.agreed, language),
        settled.way,
      ),
    ];
    if (form.guardianEmail !== '' && form.guardianEmail !== form.email && settled.way.kind !== 'givenUp') {
      const guardian = { to: form.guardianEmail, firstName: form.guardianFirstName, language };
      const facts = factsOf(ctx, settled.agreed, language);
      mails.push(writeJoinedMail(joinId, envelopeOf(ctx, ports, guardian), facts, { kind: 'none' }));
    }
    // A login opens what was theirs before: they hear of it where they were reached so far.
    const reached = settled.way.kind === 'shown' && recognised ? recognised.email : '';
    if (shown && reached !== '' && reached !== form.email) {
      const before = { to: reached, firstName: form.firstName, language: tenant.defaultLanguage };
      mails.push(
        writeKnownShownMail(joinId, envelopeOf(ctx, ports, before), { ...shown, email: form.email }),
      );
    }
    const isShown = shown !== undefined;
    const [isOwner, isRecognised] = [owner !== undefined, recognised !== undefined];
    const news = officeNewsOf({ isTaken, isOwner, isCodeTaken, isShown, isRecognised, way: settled.way });
    if (news !== undefined || (known && !isTaken)) {
      const office = { to: contactOf(tenant), tenantName: tenant.name, language: tenant.defaultLanguage };
      mails.push(
        writeOfficeMail(joinId, office, news ?? (isShown ? 'OtherNameShown' : 'OtherName'), {
          name: `${form.firstName} ${form.lastName}`,
          email: form.email,
          number: agreed.number,
          client: (news === 'Code' || news === 'CodeShown' ? other?.code : known?.code) ?? '',
          other: settled.way.kind === 'givenUp' ? settled.way.number : '',
        }),
      );
    }
    // Who was shown is nobody else, whoever reads the mails of the address.
    const isOpen = !isTaken && !owner && !isShown && account !== undefined;
    const kept = isOpen ? { email: form.email } : {};
    return transaction.save(
      undefined,
      [
        ...settled.queries,
        data.takeOverOthers(clientId, joinId, now),
        forgetShown(joinId),
        data.changeJoin(joinId, {
          settled_at: now,
          form: JSON.stringify(kept),
          agreed: null,
          ...(owner && { taken_over_at: now }),
        }),
      ],
      mails,
    );
  });
}

type Known = Pick<data.EmailClientRow, 'id' | 'code' | 'hasAccount' | 'canLogIn'>;

interface Own {
  readonly ctx: Ctx;
  readonly ports: JoiningPorts;
  readonly row: data.JoinRow & { readonly clientId: number; readonly contractId: number };
  readonly form: JoinForm;
  readonly agreed: data.AgreedRow;
  /** Undefined where it was typed who joins. */
  readonly shown: Shown | undefined;
}

/** How somebody comes to what they joined, and what it is. */
interface Settled {
  readonly way: Way;
  readonly agreed: data.AgreedRow;
  readonly queries: readonly Query[];
  readonly events: readonly DomainEvent[];
}

type Load = WriteTransaction['load'];

/**
 * Who was here already: all that joining made is theirs. Of a contract for days in which they have another, what meets
 * the other is given up, and its money is their credit. Who they are and how they are reached is not changed.
 */
async function joinOwner(
  load: Load,
  own: Own,
  owner: Known & { readonly isAddressTaken: boolean; readonly isRecognised: boolean },
): Promise<Settled> {
  const { ctx, ports, row, form, agreed } = own;
  const { tokens } = ports;
  const theirs = await takingAll(ctx, tokens, load, { ...row, agreed }, owner.id);
  const { events, given } = theirs;
  const idShown = owner.isRecognised ? [noteIdShown(owner.id, form, ctx.now)] : [];
  const queries = [...theirs.queries, ...idShown];
  const base = { events };
  if (given && given.finalOn === null) {
    const { number, backCents, hindrance } = given;
    const way = { kind: 'givenUp', number, backCents, hindrance } as const;
    return { ...base, way, agreed, queries };
  }
  const kept = given ? { ...agreed, endsOn: given.finalOn, renews: false } : agreed;
  // The address is somebody else's way in, a parent's perhaps: the office sees to it.
  if (owner.hasAccount || owner.isAddressTaken) {
    const kind = owner.canLogIn ? 'own' : owner.hasAccount ? 'closed' : 'none';
    return { ...base, way: { kind }, agreed: kept, queries };
  }
  // By the address alone they are not known so well that the service may open what was theirs before.
  const first = await firstLogin(load, own, owner.id, owner.isRecognised ? own.shown : undefined);
  return { ...base, way: first.way, agreed: kept, queries: [...queries, ...first.queries] };
}

async function waysOf(
  load: Load,
  own: Own,
  { account, isCodeTaken }: { readonly account: data.AccountRow | undefined; readonly isCodeTaken: boolean },
): Promise<Settled> {
  const { ctx, ports, row, form, agreed, shown } = own;
  const base = { agreed, events: [] };
  if (row.takenOverAt !== null) return { ...base, way: { kind: 'none' }, queries: [] };
  const { country, address, city, zip } = form;
  const { clientId } = row;
  const idCode = form.idCode === '' || isCodeTaken ? null : form.idCode;
  const identified = data.identifyClient(clientId, {
    country,
    idCode: account && !shown ? null : idCode,
    birthDate: form.birthDate,
    address,
    city,
    zip,
    guardian: guardianOf(form),
  });
  const queries = [identified, ...(shown ? [noteIdShown(clientId, form, ctx.now)] : [])];
  if (account && shown) return { ...base, way: { kind: 'none' }, queries };
  if (account) {
    const token = draftToken(ports.tokens, ctx.tenant.id, row);
    // Of a closed one nobody logs in, and the address stays its own: the office sees to it.
    const way: Way = account.isOpen ? { kind: 'hasAccount', draftToken: token } : { kind: 'closed' };
    return { ...base, way, queries };
  }
  const first = await firstLogin(load, own, clientId, shown);
  return { ...base, way: first.way, queries: [...queries, ...first.queries] };
}

/**
 * Makes somebody's login. Who was shown logs in by it at once, to an account whose address is nobody's until they confirm it, also
 * where a link mailed there began what they joined: its reader need not be who was shown. Anybody else by the mailed link, which
 * only its reader can press.
 */
async function firstLogin(
  load: Load,
  { ctx, ports, row, form: { email } }: Own,
  clientId: number,
  shown: Shown | undefined,
): Promise<Pick<Settled, 'way' | 'queries'>> {
  const { now } = ctx;
  const emailTypedAt = shown ? now : null;
  const login = { email, clientId, language: row.language, passwordHash: noPassword(), emailTypedAt };
  const [, [account]] = await load(freeEmail(email, null), data.insertAccount(login));
  if (!account) throw new Error('no account was made');
  const token = randomBytes(24).toString('base64url');
  const expiresAt = addMinutes(now, firstLoginDays * 24 * 60);
  const link = { tokenHash: hashToken(token), accountId: account.id, now, expiresAt };
  if (!shown) return { way: { kind: 'firstLogin', resetToken: token }, queries: [insertPasswordReset(link)] };
  return {
    way: { kind: 'shown', provider: shown.provider, emailToken: token },
    queries: [linkNew(ctx, ports.tokens, account.id, shown), insertChange({ ...link, email })],
  };
}

/** Whom the centre knows as who was shown, by their login or their code. Joinings of one person are settled one after the other. */
async function recogniseShown(
  load: Load,
  { ctx, ports, form }: Pick<Own, 'ctx' | 'ports' | 'form'>,
  shown: Shown,
): Promise<(Known & { readonly email: string }) | undefined> {
  const [, [linked]] = await load(data.lockEmail(shown.subject), findLinked(ctx, ports.tokens, shown));
  const [clients] = await load(listKnownOf(form, linked?.accountId ?? null));
  return recognise(form, clients);
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

/** What the papers of a contract say. */
export function factsOf(ctx: Ctx, agreed: data.AgreedRow, language: Language): AgreedFacts {
  const { tenant } = ctx;
  const { startsOn, endsOn, priceCents } = agreed;
  const { withdrawalDays } = settingsOf(ctx);
  return {
    ...agreed,
    name: nameIn(agreed.names, language, tenant.defaultLanguage),
    clubName: tenant.clubs.find(({ id }) => id === agreed.clubId)?.name ?? '',
    nextOn: nextPaymentOn(periodAt(agreed, startsOn), endsOn, priceCents),
    withdrawalDays,
    withdrawUntil: withdrawUntil(localDate(agreed.agreedAt, tenant.timeZone), withdrawalDays),
  };
}

/** A mail to whoever joins, in their language. */
export function envelopeOf(
  { tenant }: Ctx,
  { originOf }: JoiningPorts,
  to: { readonly to: string; readonly firstName: string; readonly language: string },
): Envelope {
  const language = isLanguage(to.language) ? to.language : tenant.defaultLanguage;
  return { ...to, language, tenantName: tenant.name, origin: originOf(tenant) };
}
