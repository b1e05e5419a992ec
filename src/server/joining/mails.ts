import type { MailEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import { firstLoginDays } from '#shared/joining/domain.ts';
import { formatDate } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';
import { type Cents, formatMoney } from '#shared/kernel/money.ts';

/** Whose mail it is, and for whom. */
export interface Envelope {
  readonly tenantName: string;
  readonly origin: string;
  readonly language: Language;
  readonly to: string;
  readonly firstName: string;
}

/** What was agreed, as the mail of confirmation says it. */
export interface AgreedFacts {
  readonly number: string;
  readonly name: string;
  readonly clubName: string;
  readonly startsOn: string;
  readonly totalCents: Cents;
  readonly nextOn: string | null;
  readonly priceCents: Cents;
  readonly periodMonths: number;
  readonly endsOn: string | null;
  readonly renews: boolean;
  readonly bindingUntil: string | null;
  readonly startsEarly: boolean;
  readonly withdrawalDays: number;
  readonly withdrawUntil: string;
}

/**
 * How its reader comes to the contract: a first login, their own among what they have, the account in which they take it
 * over, or no way of their own. `givenUp`: it did not begin, since they have another, one that is unpaid or blocked, or
 * had used its code.
 */
export type Way =
  | { readonly kind: 'firstLogin'; readonly resetToken: string }
  /** They log in by this service; the token confirms their address. */
  | { readonly kind: 'shown'; readonly provider: IdentityProviderName; readonly emailToken: string }
  | { readonly kind: 'own' }
  | {
      readonly kind: 'givenUp';
      readonly number: string;
      readonly backCents: Cents;
      readonly hindrance: 'debt' | 'block' | 'code' | null;
    }
  | { readonly kind: 'hasAccount'; readonly draftToken: string }
  /** The only login of theirs is closed. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'none' };

/** Everything that was agreed, the information on withdrawal, and the way to log in. */
export function writeJoinedMail(
  joinId: number,
  { tenantName, origin, language, to, firstName }: Envelope,
  facts: AgreedFacts,
  way: Way,
): MailEvent {
  const t = textsFor(language);
  if (way.kind === 'givenUp')
    return writeGivenUpMail(joinId, { tenantName, origin, language, to, firstName }, facts, way);
  const { withdrawalDays: days } = facts;
  const date = (of: string) => formatDate(of);
  const text = [
    t('mail.greeting', { name: firstName }),
    t('joining.mailJoined', {
      number: facts.number,
      name: facts.name,
      club: facts.clubName,
      start: date(facts.startsOn),
    }),
    [t('joining.mailPaid', { total: formatMoney(facts.totalCents, language) }), laterText(facts, language)]
      .filter((line) => line !== '')
      .join('\n'),
    wayText(),
    [
      t('joining.mailWithdraw', { days, date: date(facts.withdrawUntil) }),
      t(facts.startsEarly ? 'joining.mailEarly' : 'joining.mailNotEarly'),
    ].join(' '),
    t('joining.mailTerms', { link: `${origin}/page/buying-terms` }),
    t('mail.signature', { tenant: tenantName }),
  ].filter((part) => part !== '');
  return {
    topic: 'mail',
    dedupeKey: `joined:${joinId}:${to}`,
    to,
    subject: t('joining.mailSubject', { tenant: tenantName }),
    text: text.join('\n\n'),
  };

  function wayText(): string {
    if (way.kind === 'none' || way.kind === 'givenUp') return '';
    if (way.kind === 'closed') return t('joining.mailClosed');
    if (way.kind === 'own') return t('joining.mailOwn', { link: `${origin}/contracts` });
    if (way.kind === 'shown') {
      const confirm = `${origin}/email/confirm?token=${way.emailToken}`;
      return [
        t('joining.mailShown', { name: t(`identities.names.${way.provider}`), link: `${origin}/login` }),
        t('joining.mailConfirm', { count: firstLoginDays, link: confirm }),
      ].join('\n\n');
    }
    if (way.kind === 'hasAccount')
      return t('joining.mailHasAccount', { link: ownLink(origin, way.draftToken) });
    const link = `${origin}/password/reset?token=${way.resetToken}`;
    return t('joining.mailLogin', { count: firstLoginDays, link });
  }
}

/** What is paid later, and how long it binds; a line each. */
function laterText(facts: AgreedFacts, language: Language): string {
  const t = textsFor(language);
  const { endsOn, nextOn, bindingUntil } = facts;
  return [
    nextOn === null
      ? undefined
      : t('joining.mailNext', {
          price: formatMoney(facts.priceCents, language),
          date: formatDate(nextOn),
          period: t('joining.everyMonth', { count: facts.periodMonths }),
        }),
    bindingUntil === null ? undefined : t('joining.mailBinding', { date: formatDate(bindingUntil) }),
    endsOn === null
      ? undefined
      : t(facts.renews ? 'joining.mailRenews' : 'joining.mailEnds', { date: formatDate(endsOn) }),
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

const toldOf = {
  doubled: 'mailDoubled',
  debt: 'mailUnpaid',
  block: 'mailBlocked',
  code: 'mailCodeUsed',
} as const;

/** The new one did not begin: they have a contract for those days, or something hinders it. What was paid is their credit. */
function writeGivenUpMail(
  joinId: number,
  { tenantName, origin, language, to, firstName }: Envelope,
  { number }: AgreedFacts,
  way: Extract<Way, { kind: 'givenUp' }>,
): MailEvent {
  const t = textsFor(language);
  const back = formatMoney(way.backCents, language);
  const told = toldOf[way.hindrance ?? 'doubled'];
  return {
    topic: 'mail',
    dedupeKey: `joined:${joinId}:${to}`,
    to,
    subject: t(`joining.${told}Subject`, { tenant: tenantName }),
    text: [
      t('mail.greeting', { name: firstName }),
      t(`joining.${told}`, { number, other: way.number }),
      ...(way.backCents > 0 ? [t('joining.mailDoubledBack', { amount: back })] : []),
      t('joining.mailDoubledWay', { link: `${origin}/contracts` }),
      t('mail.signature', { tenant: tenantName }),
    ].join('\n\n'),
  };
}

/** Only behind a login: the owner of the account takes over what was agreed. */
function ownLink(origin: string, draftToken: string): string {
  return `${origin}/join?token=${draftToken}`;
}

/** To whoever is known already: the way to their account, where joining goes on. */
export function writeKnownMail(joinId: number, envelope: Envelope, draftToken: string): MailEvent {
  const { tenantName, origin, language, to, firstName } = envelope;
  const t = textsFor(language);
  return {
    topic: 'mail',
    dedupeKey: `joinKnown:${joinId}`,
    to,
    subject: t('joining.mailKnownSubject', { tenant: tenantName }),
    text: [
      t('mail.greeting', { name: firstName }),
      t('joining.mailKnown', { link: ownLink(origin, draftToken) }),
      t('joining.mailKnownNotYou'),
      t('mail.signature', { tenant: tenantName }),
    ].join('\n\n'),
  };
}

/** To where somebody was reached so far who showed who they are, and logs in with another address from now on. */
export function writeKnownShownMail(
  joinId: number,
  { tenantName, language, to, firstName }: Envelope,
  of: { readonly provider: IdentityProviderName; readonly email: string },
): MailEvent {
  const t = textsFor(language);
  return {
    topic: 'mail',
    dedupeKey: `joinShown:${joinId}`,
    to,
    subject: t('joining.mailKnownShownSubject', { tenant: tenantName }),
    text: [
      t('mail.greeting', { name: firstName }),
      t('joining.mailKnownShown', { name: t(`identities.names.${of.provider}`), email: of.email }),
      t('mail.signature', { tenant: tenantName }),
    ].join('\n\n'),
  };
}

/** To whoever is known by the id code that somebody joins with under another address: nothing of what was typed. */
export function writeKnownCodeMail(
  joinId: number,
  { tenantName, origin, language, to, firstName }: Envelope,
): MailEvent {
  const t = textsFor(language);
  return {
    topic: 'mail',
    dedupeKey: `joinKnown:${joinId}`,
    to,
    subject: t('joining.mailKnownCodeSubject', { tenant: tenantName }),
    text: [
      t('mail.greeting', { name: firstName }),
      t('joining.mailKnownCode', { link: `${origin}/login` }),
      t('joining.mailKnownCodeNotYou'),
      t('mail.signature', { tenant: tenantName }),
    ].join('\n\n'),
  };
}

/** The way on where nothing is paid: only whoever reads the mails of the address can press it. */
export function writeProvingMail(
  { joinId, now }: { readonly joinId: number; readonly now: string },
  { tenantName, origin, language, to, firstName }: Envelope,
  facts: AgreedFacts,
  proof: { readonly token: string; readonly until: string; readonly joiner: string },
): MailEvent {
  const t = textsFor(language);
  const link = `${origin}/public/join-confirmation?token=${proof.token}`;
  return {
    topic: 'mail',
    dedupeKey: `joinProof:${joinId}:${now}:${to}`,
    to,
    subject: t('joining.mailProvingSubject', { tenant: tenantName }),
    text: [
      t('mail.greeting', { name: firstName }),
      t('joining.mailProving', {
        joiner: proof.joiner,
        name: facts.name,
        club: facts.clubName,
        start: formatDate(facts.startsOn),
      }),
      laterText(facts, language),
      t('joining.mailProvingLink', { until: proof.until, link }),
      t('joining.mailProvingNotYou'),
      t('mail.signature', { tenant: tenantName }),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}

/** The way back to what was left unpaid. */
export function writeBackMail(
  joinId: number,
  { tenantName, origin, language, to, firstName }: Envelope,
  { draftToken, until }: { readonly draftToken: string; readonly until: string },
): MailEvent {
  const t = textsFor(language);
  return {
    topic: 'mail',
    dedupeKey: `joinBack:${joinId}`,
    to,
    subject: t('joining.mailBackSubject', { tenant: tenantName }),
    text: [
      t('mail.greeting', { name: firstName }),
      t('joining.mailBack', { until, link: `${origin}/public/join?token=${draftToken}` }),
      t('mail.signature', { tenant: tenantName }),
    ].join('\n\n'),
  };
}

/** What a person of the office should look at. */
export type OfficeNews =
  | 'Code'
  | 'CodeShown'
  | 'Again'
  | 'AgainShown'
  | 'Doubled'
  | 'Hindered'
  | 'CodeUsed'
  | 'OtherName'
  | 'OtherNameShown';

/** To the office: somebody joined who may be known. */
export function writeOfficeMail(
  joinId: number,
  { tenantName, language, to }: Pick<Envelope, 'tenantName' | 'language' | 'to'>,
  news: OfficeNews,
  about: {
    readonly name: string;
    readonly email: string;
    readonly number: string;
    /** Client numbers of whoever is known. */
    readonly client: string;
    /**
     * With `Doubled` the contract that goes on, with `Hindered` the one that is unpaid or blocked, with `CodeUsed` the
     * invoice.
     */
    readonly other: string;
  },
): MailEvent {
  const t = textsFor(language);
  return {
    topic: 'mail',
    dedupeKey: `joinOffice:${joinId}`,
    to,
    subject: t(`joining.mailOffice${news}Subject`),
    text: [t(`joining.mailOffice${news}`, about), t('mail.signature', { tenant: tenantName })].join('\n\n'),
  };
}

const newsOfHindrance = { none: 'Doubled', debt: 'Hindered', block: 'Hindered', code: 'CodeUsed' } as const;

/** Why a person of the office should look; undefined where nobody need. */
export function officeNewsOf(of: {
  readonly isTaken: boolean;
  readonly isOwner: boolean;
  readonly isCodeTaken: boolean;
  readonly isShown: boolean;
  /** The one they are was told by what they showed, not by the address. */
  readonly isRecognised: boolean;
  readonly way: Way;
}): OfficeNews | undefined {
  if (of.isTaken) return undefined;
  const { way } = of;
  if (of.isOwner && way.kind === 'givenUp') return newsOfHindrance[way.hindrance ?? 'none'];
  if (of.isOwner) return of.isRecognised ? 'AgainShown' : 'Again';
  if (!of.isCodeTaken) return undefined;
  return of.isShown ? 'CodeShown' : 'Code';
}
