import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { stepSeconds } from '#shared/entry/codes/domain.ts';
import { movingText } from '#shared/entry/keycards/domain.ts';
import type { Language } from '#shared/kernel/language.ts';
import { computeThemeVariables, Theme } from '#shared/tenants/domain.ts';

export interface GoogleCardParts {
  readonly tenant: Tenant;
  readonly language: Language;
  readonly origin: string;
  readonly id: string;
  readonly classId: string;
  readonly keycardId: number;
  readonly firstName: string;
  /** Null for a card that has ended: there is nothing to show. */
  readonly secrets: { readonly secret: string; readonly momentKey: Buffer } | null;
}

/** A card as Google Wallet keeps it, with what it draws the moving code of by itself. */
export function describeCard(parts: GoogleCardParts) {
  const { tenant, language, origin, id, classId, firstName, secrets } = parts;
  const t = textsFor(language);
  const text = (value: string) => ({ defaultValue: { language, value } });
  return {
    ...{ id, classId },
    genericType: 'GENERIC_GYM_MEMBERSHIP',
    state: secrets ? 'ACTIVE' : 'EXPIRED',
    cardTitle: text(tenant.name),
    subheader: text(t('entry.keycards.cardTitle')),
    header: text(firstName === '' ? '–' : firstName),
    hexBackgroundColor: computeThemeVariables(Theme.parse(tenant.theme)).light['--fill'],
    logo: {
      sourceUri: { uri: `${origin}/brand/icon-maskable-512.png` },
      contentDescription: text(tenant.name),
    },
    textModulesData: [
      { id: 'how', header: t('entry.keycards.cardHowTitle'), body: t('entry.keycards.cardHow') },
      { id: 'lost', header: t('entry.keycards.cardLostTitle'), body: t('entry.keycards.cardLost') },
    ],
    linksModuleData: { uris: [{ id: 'entry', uri: `${origin}/entry`, description: tenant.name }] },
    passConstraints: { screenshotEligibility: 'INELIGIBLE' },
    ...(secrets && {
      rotatingBarcode: {
        type: 'QR_CODE',
        renderEncoding: 'UTF_8',
        valuePattern: movingText(
          { tenantId: tenant.id, keycardId: parts.keycardId, secret: secrets.secret },
          '{totp_timestamp_seconds}',
          '{totp_value_0}',
        ),
        totpDetails: {
          algorithm: 'TOTP_SHA1',
          periodMillis: String(stepSeconds * 1000),
          parameters: [{ key: secrets.momentKey.toString('hex'), valueLength: 8 }],
        },
      },
    }),
  };
}
