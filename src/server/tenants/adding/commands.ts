import { randomBytes } from 'node:crypto';
import { insertPasswordReset } from '#server/account/data.ts';
import { insertAccount, insertClient } from '#server/account/inviting/data.ts';
import { invitationLink, writeFirstInvitationMail } from '#server/account/inviting/mails.ts';
import { noPassword } from '#server/account/passwords.ts';
import { type Db, nextIdOf, type Query } from '#server/kernel/db.ts';
import { outboxQueries } from '#server/kernel/events.ts';
import { hashToken } from '#server/kernel/tokens.ts';
import { drawLogos } from '#server/tenants/logos.ts';
import { writeTexts } from '#server/tenants/texts.ts';
import { standardPercent } from '#shared/invoices/vat/domain.ts';
import { firstLoginDays } from '#shared/joining/domain.ts';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';
import { isSameTenant, type TenantRequest } from '#shared/tenants/adding/domain.ts';
import { kindDefaults } from './built-in.ts';
import * as data from './data.ts';

/** What adding came to. */
export type Added =
  | { readonly outcome: 'added' | 'invitedAgain'; readonly tenantId: number; readonly link: string }
  | { readonly outcome: 'known'; readonly tenantId: number }
  /** The host is another centre's. */
  | { readonly outcome: 'hostTaken'; readonly name: string }
  /** Who is to be invited again administers nothing there. */
  | { readonly outcome: 'notAdministrator'; readonly name: string };

export interface AddingOptions {
  /** The instant of the wish. */
  readonly now: string;
  /** Where the centre's pages live, for the link. */
  readonly origin: string;
  /** For a centre that is there: mails its administrator a new link. */
  readonly isInvitedAgain: boolean;
}

/**
 * Makes a centre of a kind's defaults with its first administrator, who is mailed a link to choose a password, good for a
 * week; every running server learns of it. Asked twice, it is there once. `system` is of the role that sees all.
 */
export function addTenant(system: Db, request: TenantRequest, options: AddingOptions): Promise<Added> {
  return system.write(0, async ({ load, save }) => {
    const [, [known]] = await load(data.lockAdding(), data.findTenant(request.host));
    if (known && !isSameTenant(request, known)) return { outcome: 'hostTaken', name: known.name };
    if (known) {
      if (!options.isInvitedAgain) return { outcome: 'known', tenantId: known.id };
      const [[account]] = await load(data.findAccount(known.id, request.email));
      if (!account?.isAdmin) return { outcome: 'notAdministrator', name: known.name };
      const invitation = invite(request, options);
      await load(data.beTenant(known.id));
      await save(...invitation.queriesOf(account.id));
      return { outcome: 'invitedAgain', tenantId: known.id, link: invitation.link };
    }
    const [[made]] = await load(data.insertTenant(newTenant(request, options.now)));
    const tenantId = made?.id ?? 0;
    await load(data.beTenant(tenantId));
    const [[account], [client]] = await load(nextIdOf('accounts'), nextIdOf('clients'));
    const [id, clientId] = [account?.id ?? 0, client?.id ?? 0];
    const { email, firstName, lastName, languages } = request;
    const values = {
      ...{ email, firstName, lastName, phone: '', trainerId: null, isBlocked: false },
      ...{ isAdmin: true, canSeeRegistrations: true, canManageRegistrations: true },
    };
    const invitation = invite(request, options);
    await save(
      insertClient(clientId, values),
      insertAccount({
        ...{ id, clientId, values, passwordHash: noPassword(), language: languages[0] ?? 'en' },
        adminSince: null,
      }),
      // Before the mail: whoever sends it must know the centre.
      ...outboxQueries([{ topic: 'tenantChanged' }]),
      ...invitation.queriesOf(id),
    );
    return { outcome: 'added', tenantId, link: invitation.link };
  });
}

function newTenant(request: TenantRequest, now: string): data.NewTenant {
  const { host, name, kind, country, timeZone, languages } = request;
  const { theme, logo, slogan, rules, limits: chosen } = kindDefaults[kind];
  const defaultLanguage = languages[0] ?? 'en';
  const limits = BookingLimits.parse(chosen);
  const pageRules = PageRules.parse({
    ...rules,
    main: { defaultColorScheme: theme.defaultColorScheme, country2Code: country, defaultLanguage },
  });
  const vatPercent = standardPercent(country, localDate(now, timeZone));
  const company = { name, registryCode: '', vatNumber: '' };
  // Whoever begins now begins safely.
  const security = { demandedOf: 'staff', demandedFrom: localDate(now, timeZone) };
  const contact = { email: `info@${host}`, phone: '', address: '' };
  return {
    ...{ host, name, kind, country, timeZone, languages, theme, pageRules, limits, slogans: slogan },
    company: { ...company, iban: '', bic: '', bankName: '', paymentDays: 7, contact, security },
    texts: writeTexts({
      ...{ title: name, kind, country2Code: country, vatPercent, company, contact },
      ...{ clubs: [], limits, pageRules },
    }),
    logos: drawLogos({ logo, theme }),
  };
}

/** A link for the first login, and what carries it. */
function invite(request: TenantRequest, { now, origin }: AddingOptions) {
  const resetToken = randomBytes(24).toString('base64url');
  const mail = writeFirstInvitationMail({
    tenantName: request.name,
    origin,
    language: request.languages[0] ?? 'en',
    values: request,
    resetToken,
  });
  const expiresAt = addMinutes(now, firstLoginDays * 24 * 60);
  return {
    link: invitationLink(origin, resetToken),
    queriesOf: (accountId: number): Query[] => [
      insertPasswordReset({ tokenHash: hashToken(resetToken), accountId, now, expiresAt }),
      ...outboxQueries([mail]),
    ],
  };
}
