import type { ContractSettingsInput } from '#shared/contracts/domain.ts';
import { estonianIban, ibanOf } from '#shared/invoices/accounts/domain.ts';
import { BookingLimits, type BookingLimitsInput } from '#shared/kernel/booking-limits.ts';
import type { Language } from '#shared/kernel/language.ts';
import { PageRules, type PageRulesInput } from '#shared/kernel/page-rules.ts';
import type { TenantKind, Theme } from '#shared/tenants/domain.ts';
import type { LogoDesign } from '../logos.ts';
import type { StyleKey } from '../styles/built-in.ts';

/** Wall times HH:mm; `closes` after `opens` on the same day. */
interface OpenHours {
  readonly opens: string;
  readonly closes: string;
}

interface BuiltInRoom {
  readonly name: string;
  /** Name of its room group. */
  readonly roomGroup: string;
  readonly places: number;
}

export interface BuiltInClub {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  /** Seven days, Monday first; null when closed. */
  readonly openingHours: readonly (OpenHours | null)[];
  readonly roomGroups: readonly string[];
  readonly rooms: readonly BuiltInRoom[];
}

/** One centre of the built-in list. All names, codes and addresses are invented. */
export interface BuiltInTenant {
  readonly host: string;
  readonly title: string;
  readonly kind: TenantKind;
  /** Heading of the landing page; a line break stands where the line should turn. */
  readonly slogan: Readonly<Record<Language, string>>;
  readonly country2Code: 'EE' | 'LV';
  readonly timeZone: 'Europe/Tallinn' | 'Europe/Riga';
  readonly currency: 'EUR';
  /** Standard VAT rate of the country. */
  readonly vatPercent: number;
  /** Its prices beside those usual for its kind, in percent. */
  readonly priceLevel: number;
  readonly defaultLanguage: Language;
  /** The first is the default. */
  readonly languages: readonly Language[];
  readonly company: {
    readonly name: string;
    readonly registryCode: string;
    /** Empty for who is not registered: nothing is taxed. */
    readonly vatNumber: string;
    readonly iban: string;
    readonly bic: string;
    readonly bankName: string;
    /** Days from issuing an invoice to due. */
    readonly paymentDays: number;
    /** Where its contracts differ from what is usual. */
    readonly contracts?: ContractSettingsInput;
  };
  readonly contact: { readonly email: string; readonly phone: string; readonly address: string };
  readonly clubs: readonly BuiltInClub[];
  readonly theme: Theme;
  readonly logo: LogoDesign;
  readonly pageRules: PageRules;
  readonly limits: BookingLimits;
  readonly styles: readonly StyleKey[];
}

/** A tenant as it is written down: what follows from host, country and theme is left out. */
interface TenantPlan
  extends Pick<
    BuiltInTenant,
    'host' | 'title' | 'kind' | 'country2Code' | 'languages' | 'theme' | 'logo' | 'styles'
  > {
  /** et, en, lv. */
  readonly slogan: readonly [string, string, string];
  /** Name, registry code, and the VAT number where it is not the country and the code; empty when not registered. */
  readonly company: readonly [string, string, string?];
  readonly phone: string;
  readonly priceLevel?: number;
  readonly clubs: readonly ClubPlan[];
  readonly rules: Omit<PageRulesInput, 'main'>;
  readonly limits?: BookingLimitsInput;
  readonly contracts?: ContractSettingsInput;
}

interface ClubPlan extends Pick<BuiltInClub, 'name' | 'address' | 'city'> {
  /** Monday to Friday, Saturday, Sunday as `06:30-22:00`; an empty text means closed. */
  readonly hours: readonly [string, string, string];
  /** Places by room, by room group. */
  readonly rooms: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

function openHours(text: string): OpenHours | null {
  const [opens, closes] = text.split('-');
  return opens && closes ? { opens, closes } : null;
}

function defineClub({ name, address, city, hours, rooms }: ClubPlan): BuiltInClub {
  const [weekday, saturday, sunday] = hours.map(openHours) as [
    OpenHours | null,
    OpenHours | null,
    OpenHours | null,
  ];
  return {
    name,
    address,
    city,
    openingHours: [weekday, weekday, weekday, weekday, weekday, saturday, sunday],
    roomGroups: Object.keys(rooms),
    rooms: Object.entries(rooms).flatMap(([roomGroup, places]) =>
      Object.entries(places).map(([room, count]) => ({ name: room, roomGroup, places: count })),
    ),
  };
}

/** An account at a bank that is as invented as the company; the check digits are right. */
function bankAccount(country: 'EE' | 'LV', registryCode: string) {
  return country === 'EE'
    ? { iban: estonianIban('96', `1020${registryCode}7`), bic: 'TAMMEE2X', bankName: 'Tamme Pank' }
    : { iban: ibanOf('LV', `OZLB00${registryCode}`), bic: 'OZLBLV22', bankName: 'Ozola Banka' };
}

/** Completes a plan; throws ZodError when its page rules or limits are out of bounds. */
export function defineTenant(plan: TenantPlan): BuiltInTenant {
  const { host, country2Code, theme, languages } = plan;
  const isEstonian = country2Code === 'EE';
  const [et, en, lv] = plan.slogan;
  const [name, registryCode, vatNumber] = plan.company;
  const clubs = plan.clubs.map(defineClub);
  const seat = clubs[0];
  const defaultLanguage = languages[0] ?? 'en';
  return {
    host,
    title: plan.title,
    kind: plan.kind,
    slogan: { et, en, lv },
    country2Code,
    timeZone: isEstonian ? 'Europe/Tallinn' : 'Europe/Riga',
    currency: 'EUR',
    vatPercent: isEstonian ? 24 : 21,
    priceLevel: plan.priceLevel ?? 100,
    defaultLanguage,
    languages,
    company: {
      name,
      registryCode,
      vatNumber: vatNumber ?? country2Code + registryCode,
      ...bankAccount(country2Code, registryCode),
      paymentDays: plan.kind === 'golfClub' ? 14 : 7,
      ...(plan.contracts && { contracts: plan.contracts }),
    },
    contact: {
      email: `info@${host}`,
      phone: plan.phone,
      address: seat ? `${seat.address}, ${seat.city}` : '',
    },
    clubs,
    theme,
    logo: plan.logo,
    pageRules: PageRules.parse({
      ...plan.rules,
      main: { defaultColorScheme: theme.defaultColorScheme, country2Code, defaultLanguage },
    }),
    limits: BookingLimits.parse(plan.limits ?? {}),
    styles: plan.styles,
  };
}
