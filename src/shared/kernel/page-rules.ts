import { z } from 'zod';
import { languages } from './language.ts';

export const colourModes = ['light', 'dark'] as const;
export type ColourMode = (typeof colourModes)[number];

/** The selectors a centre may offer above its timetable. */
export const timetableFilters = ['club', 'room', 'roomGroup', 'trainer', 'style'] as const;
export type TimetableFilter = (typeof timetableFilters)[number];

const off = z.boolean().default(false);

/**
 * The switches of one tenant (specification point 3, "Page rules"). Every field has a default, so parsing `{}`
 * gives the fallback rules. The fallback shows what costs nothing and hides what needs a promise of the centre:
 * buying, joining, scanning and replacements stay off until the tenant says so.
 */
export const PageRules = z.object({
  main: z
    .object({
      /** Shown until the person chooses a mode; specification point 4: dark. */
      defaultColorScheme: z.enum(colourModes).default('dark'),
      country2Code: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .default('EE'),
      defaultLanguage: z.enum(languages).default('en'),
    })
    .prefault({}),
  login: z
    .object({
      /** Log in with an e-mail address; otherwise with a username. */
      isEmail: z.boolean().default(true),
    })
    .prefault({}),
  menu: z.object({ isInvoiceHidden: off, isLanguageHidden: off }).prefault({}),
  notification: z.object({ isSmsHidden: off }).prefault({}),
  pageFunctions: z
    .object({
      isTrainingCommentsEnabled: off,
      hasQrScanningForEntry: off,
      isSubstituteTrainerFunctionEnabled: off,
    })
    .prefault({}),
  pages: z
    .object({
      isJoinCompletePage: off,
      isJoinSimplePage: off,
      isBuyPersonalTrainingPage: off,
      /** Members rent lanes and rooms by the hour. */
      isRentalPage: off,
    })
    .prefault({}),
  payment: z
    .object({
      isPaymentActive: off,
      /** The bank's page inside ours instead of leaving it. */
      isPaymentInFrame: off,
    })
    .prefault({}),
  filters: z
    .array(z.enum(timetableFilters))
    .refine((filters) => new Set(filters).size === filters.length, 'each filter once')
    .default(['club', 'style', 'trainer']),
});
export type PageRules = z.infer<typeof PageRules>;
/** Rules as written down: what is left out takes its default. */
export type PageRulesInput = z.input<typeof PageRules>;

/** Used wherever a tenant's own rules cannot be had (specification point 7, GET /page/). */
export const fallbackPageRules: PageRules = PageRules.parse({});

/**
 * Rules with the switches of `kept`, a later reading of them; everything else, and every switch that `kept` does not
 * know as one, is as in `rules`.
 */
export function withSwitches(rules: PageRules, kept: unknown): PageRules {
  return follow(rules, kept) as PageRules;
}

function follow(value: unknown, kept: unknown): unknown {
  if (typeof value === 'boolean') return typeof kept === 'boolean' ? kept : value;
  if (!isRecord(value) || !isRecord(kept)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, follow(inner, kept[key])]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
