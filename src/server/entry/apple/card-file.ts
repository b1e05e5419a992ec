import { z } from 'zod';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Language } from '#shared/kernel/language.ts';
import { computeThemeVariables, Theme } from '#shared/tenants/domain.ts';
import type { AppleDetails } from './certificates.ts';

export const cardFileType = 'application/vnd.apple.pkpass';

/** The pictures that a card has, by how wide they are. */
export const iconSizes = {
  ...{ 'icon.png': 29, 'icon@2x.png': 58, 'icon@3x.png': 87 },
  ...{ 'logo.png': 50, 'logo@2x.png': 100, 'logo@3x.png': 150 },
} as const;

const Logos = z.object({ light: z.string(), appIcon: z.string().optional() });

export function iconOf({ logos }: Tenant): string {
  const { light, appIcon = light } = Logos.parse(logos);
  return appIcon;
}

/** Whose card it is, and where its phone hears of it. */
export interface CardParts {
  readonly tenant: Tenant;
  readonly language: Language;
  readonly origin: string;
  readonly serial: string;
  readonly firstName: string;
  /** Null for a card that has ended: there is nothing to show. */
  readonly code: string | null;
  readonly serviceUrl: string;
  readonly token: string;
  /** PNG by file name. */
  readonly pictures: Readonly<Record<string, Buffer>>;
}

/** What a card is, by file: its pictures and its texts. Signed, they are a card as Apple Wallet takes it. */
export function cardFiles(
  { passTypeId, teamId }: Pick<AppleDetails, 'passTypeId' | 'teamId'>,
  { tenant, language, origin, serial, firstName, code, serviceUrl, token, pictures }: CardParts,
): Record<string, Buffer> {
  const t = textsFor(language);
  const colours = computeThemeVariables(Theme.parse(tenant.theme)).light;
  const ink = toRgb(colours['--on-fill']);
  const title = t('entry.keycards.cardTitle');
  const card = {
    formatVersion: 1,
    ...{ passTypeIdentifier: passTypeId, teamIdentifier: teamId, serialNumber: serial },
    organizationName: tenant.name,
    description: `${title}, ${tenant.name}`,
    logoText: tenant.name,
    ...{ backgroundColor: toRgb(colours['--fill']), foregroundColor: ink, labelColor: ink },
    ...{ webServiceURL: serviceUrl, authenticationToken: token },
    // Whoever is given a copy would come in by it.
    sharingProhibited: true,
    ...(code === null
      ? { voided: true }
      : { barcodes: [{ format: 'PKBarcodeFormatQR', message: code, messageEncoding: 'iso-8859-1' }] }),
    generic: {
      primaryFields: [{ key: 'holder', label: title, value: firstName }],
      backFields: [
        { key: 'how', label: t('entry.keycards.cardHowTitle'), value: t('entry.keycards.cardHow') },
        { key: 'lost', label: t('entry.keycards.cardLostTitle'), value: t('entry.keycards.cardLost') },
        { key: 'address', label: tenant.name, value: `${origin}/entry` },
      ],
    },
  };
  return { ...pictures, 'pass.json': Buffer.from(JSON.stringify(card)) };
}

/** `#1A2B3C` as the format wants it. */
function toRgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
