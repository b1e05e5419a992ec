import { z } from 'zod';
import { SecuritySettings } from '#shared/account/demands/domain.ts';
import { IdentitySettings } from '#shared/account/identity-keys/domain.ts';
import { BillingSettings } from '#shared/contracts/billing/domain.ts';
import { ContractSettings } from '#shared/contracts/domain.ts';
import { isIban } from '#shared/invoices/accounts/domain.ts';
import { ReminderSettings } from '#shared/invoices/reminders/domain.ts';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import type { Field, FieldKind } from '#shared/kernel/fields.ts';
import { isLanguage, type Language, languages } from '#shared/kernel/language.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';
import { Email } from '#shared/kernel/wire.ts';
import { MessageSettings } from '#shared/messages/broadcasts/domain.ts';
import { ReplacementSettings } from '#shared/replacements/domain.ts';
import { Theme } from '#shared/tenants/domain.ts';
import { printPage, readPage, type TextPage } from '#shared/tenants/texts/domain.ts';

const Line = (most: number) => z.string().trim().max(most);
const Required = (most: number) => Line(most).min(1);
const PageOfText = z.string().max(30_000).meta({ format: 'page' });
const InEach = (each: z.ZodType<string>) => z.strictObject({ et: each, en: each, lv: each });

const Centre = z.strictObject({
  name: Required(100),
  languages: z.array(z.enum(languages)).min(1),
  slogans: InEach(Line(120).meta({ format: 'lines' })),
  contact: z.strictObject({
    email: Email,
    phone: Line(40),
    address: Line(200),
  }),
});

const Company = z.strictObject({
  name: Required(200),
  registryCode: Required(40),
  /** Empty for who is not registered: nothing is taxed. */
  vatNumber: Line(40),
  iban: Line(42).refine((text) => text === '' || isIban(text.replaceAll(' ', ''))),
  bic: Line(20),
  bankName: Line(100),
  /** From issuing an invoice to due. */
  paymentDays: z.number().int().min(0).max(90).default(7),
});

const Texts = z.strictObject({
  /** What is let by the hour; empty: as its kind calls it. */
  rentals: InEach(Line(40)),
  buyingTerms: InEach(PageOfText),
  about: InEach(PageOfText),
});

/** What administrators set for the whole centre, in sections of their own. */
export const sections = {
  centre: Centre,
  company: Company,
  theme: Theme,
  texts: Texts,
  rules: PageRules,
  limits: BookingLimits,
  contracts: ContractSettings,
  billing: BillingSettings,
  reminders: ReminderSettings,
  messages: MessageSettings,
  replacements: ReplacementSettings,
  security: SecuritySettings,
  identities: IdentitySettings,
} as const;

export const sectionNames = [
  'centre',
  'company',
  'theme',
  'texts',
  'rules',
  'limits',
  'contracts',
  'billing',
  'reminders',
  'messages',
  'replacements',
  'security',
  'identities',
] as const satisfies readonly (keyof typeof sections)[];
export type SectionName = (typeof sectionNames)[number];

/** A centre's own row, as it is stored. */
export interface StoredCentre {
  readonly name: string;
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  readonly slogans: Readonly<Record<string, unknown>>;
  readonly theme: Readonly<Record<string, unknown>>;
  readonly pageRules: Readonly<Record<string, unknown>>;
  readonly limits: Readonly<Record<string, unknown>>;
  readonly company: Readonly<Record<string, unknown>>;
  readonly texts: Readonly<Record<string, unknown>>;
}

type JsonSchema = {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
};

function kindOf(name: string, schema: JsonSchema): FieldKind {
  const { type, format, pattern = '', items } = schema;
  if (type === 'boolean') return 'isOn';
  if (type === 'integer') return /Cents$/.test(name) ? 'cents' : 'integer';
  if (type === 'array') return items?.enum ? 'choices' : items?.type === 'object' ? 'rows' : 'integers';
  if (schema.enum) return 'choice';
  if (format === 'page' || format === 'lines') return 'long';
  if (format === 'email') return 'email';
  if (format === 'date') return 'date';
  if (pattern.includes('[0-9a-fA-F]{6}')) return 'colour';
  return pattern.includes('2[0-3]') ? 'time' : 'text';
}

function standardOf(kind: FieldKind, value: unknown): string | undefined {
  if (kind === 'rows' || kind === 'choices' || value === undefined || typeof value === 'object') {
    return Array.isArray(value) && kind === 'integers' ? value.join(', ') : undefined;
  }
  return kind === 'cents' && typeof value === 'number' ? (value / 100).toFixed(2) : String(value);
}

function fieldsIn(schema: JsonSchema, prefix: string): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) => {
    const name = prefix + key;
    if (part.type === 'object') return fieldsIn(part, `${name}.`);
    const kind = kindOf(name, part);
    const bounds = kind === 'integers' ? part.items : part;
    const most =
      kind === 'integer' || kind === 'integers' || kind === 'cents' ? bounds?.maximum : part.maxLength;
    return [
      {
        name,
        kind,
        ...(bounds?.minimum !== undefined && { least: bounds.minimum }),
        ...(most !== undefined && { most }),
        ...((part.enum ?? part.items?.enum) && { choices: part.enum ?? part.items?.enum }),
        ...(isNeeded(kind, part) && { isRequired: true }),
        ...(standardOf(kind, part.default) !== undefined && { standard: standardOf(kind, part.default) }),
        ...(part.items?.type === 'object' && { columns: fieldsIn(part.items, '') }),
      },
    ];
  });
}

function isNeeded(kind: FieldKind, { minLength = 0 }: JsonSchema): boolean {
  return (
    minLength > 0 || ['integer', 'cents', 'choice', 'colour', 'time', 'rows', 'email', 'date'].includes(kind)
  );
}

/** The fields of a section, read off its schema: one source for what is shown, checked and kept. On the server alone. */
export function fieldsOf(section: SectionName): Field[] {
  const schema = z.toJSONSchema(sections[section], { io: 'input', unrepresentable: 'any' });
  return fieldsIn(schema as JsonSchema, '');
}

const part = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function inEach<T>(make: (language: Language) => T): Record<Language, T> {
  return { et: make('et'), en: make('en'), lv: make('lv') };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** A section as its form shows it; what is not stored takes its default. Throws ZodError where what is stored is wrong. */
export function readSection(section: SectionName, stored: StoredCentre): unknown {
  const { company } = stored;
  switch (section) {
    case 'centre':
      return {
        name: stored.name,
        languages: languages.filter((language) => stored.languages.includes(language)),
        slogans: inEach((language) => textOf(stored.slogans[language])),
        contact: company.contact,
      };
    case 'company':
      return Object.fromEntries(
        Object.keys(Company.shape).map((key) => [key, company[key] ?? (key === 'paymentDays' ? 7 : '')]),
      );
    case 'theme':
      return Theme.parse(stored.theme);
    case 'texts':
      return {
        rentals: inEach((language) => textOf(part(stored.texts.rentals)[language])),
        buyingTerms: inEach((language) => printPage(part(stored.texts.buyingTerms)[language] as TextPage)),
        about: inEach((language) => printPage(part(stored.texts.about)[language] as TextPage)),
      };
    case 'rules':
      return PageRules.parse(stored.pageRules);
    case 'limits':
      return BookingLimits.parse(stored.limits);
    case 'contracts':
      return ContractSettings.parse(company.contracts);
    case 'billing':
      return BillingSettings.parse(company.billing);
    case 'reminders':
      return ReminderSettings.parse(company.reminders);
    case 'messages':
      return MessageSettings.parse(company.messages);
    case 'replacements':
      return ReplacementSettings.parse(company.replacements);
    case 'security':
      return SecuritySettings.parse(company.security);
    case 'identities':
      return IdentitySettings.parse(company.identities);
  }
}

/** What was sent for a section, or the place of the first thing that is wrong with it. */
export function parseSection(
  section: SectionName,
  sent: unknown,
  stored: StoredCentre,
): { readonly values: unknown } | { readonly problem: string } {
  const parsed = sections[section].safeParse(sent);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.path.join('.') ?? '' };
  const problem = conflictOf(section, parsed.data, stored);
  return problem === undefined ? { values: parsed.data } : { problem };
}

/** Numbers and choices that contradict each other. */
function conflictOf(section: SectionName, values: unknown, stored: StoredCentre): string | undefined {
  if (section === 'contracts') {
    const { freeze, debt } = values as ContractSettings;
    if (freeze.maxDays < freeze.minDays) return 'freeze.maxDays';
    if (debt.badDebtDays <= debt.debtDays) return 'debt.badDebtDays';
  }
  if (section === 'limits') {
    const { holds } = values as BookingLimits;
    // Somebody asked a minute before the start must have some time too.
    if (!holds.some(({ from }) => from === 0)) return 'holds';
  }
  if (section === 'rules') {
    const { main } = values as PageRules;
    if (!stored.languages.includes(main.defaultLanguage)) return 'main.defaultLanguage';
  }
  if (section === 'centre') {
    const { languages: chosen } = values as z.infer<typeof Centre>;
    if (!chosen.includes(stored.defaultLanguage as Language)) return 'languages';
  }
  return undefined;
}

/** What of the centre's row a section changes. What two places hold is kept alike in both. */
export function storeSection(
  section: SectionName,
  values: unknown,
  stored: StoredCentre,
): Partial<StoredCentre> {
  const { company } = stored;
  switch (section) {
    case 'centre': {
      const { name, languages: chosen, slogans, contact } = values as z.infer<typeof Centre>;
      return {
        name,
        languages: inOrder(chosen, stored.defaultLanguage),
        slogans,
        company: { ...company, contact },
      };
    }
    case 'company': {
      const own = values as z.infer<typeof Company>;
      return { company: { ...company, ...own, iban: own.iban.replaceAll(' ', '').toUpperCase() } };
    }
    case 'theme': {
      const theme = values as Theme;
      const main = { ...part(stored.pageRules.main), defaultColorScheme: theme.defaultColorScheme };
      return { theme, pageRules: { ...stored.pageRules, main } };
    }
    case 'texts': {
      const { rentals, buyingTerms, about } = values as z.infer<typeof Texts>;
      return {
        texts: {
          ...stored.texts,
          rentals,
          buyingTerms: inEach((language) => readPage(buyingTerms[language])),
          about: inEach((language) => readPage(about[language])),
        },
      };
    }
    case 'rules': {
      const pageRules = values as PageRules;
      const { defaultColorScheme, defaultLanguage } = pageRules.main;
      return {
        ...{ pageRules, defaultLanguage, languages: inOrder(stored.languages, defaultLanguage) },
        theme: { ...stored.theme, defaultColorScheme },
      };
    }
    case 'limits': {
      const limits = values as BookingLimits;
      return { limits: { ...limits, holds: limits.holds.toSorted((one, other) => other.from - one.from) } };
    }
    case 'contracts':
    case 'billing':
    case 'reminders':
    case 'messages':
    case 'replacements':
    case 'security':
    case 'identities':
      return { company: { ...company, [section]: values } };
  }
}

/** The default language stands first. */
function inOrder(chosen: readonly string[], defaultLanguage: string): Language[] {
  const others = languages.filter((language) => language !== defaultLanguage);
  return [defaultLanguage, ...others].filter(isLanguage).filter((language) => chosen.includes(language));
}
