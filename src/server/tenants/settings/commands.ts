import { isDeepStrictEqual } from 'node:util';
import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import { versionOf } from '#server/kernel/managed/commands.ts';
import { type TextOwner, writeTexts } from '#server/tenants/texts.ts';
import { standardPercent } from '#shared/invoices/vat/domain.ts';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { valueAt } from '#shared/kernel/fields.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';
import { isTenantKind } from '#shared/tenants/domain.ts';
import type { Section } from '#shared/tenants/settings/contract.ts';
import {
  fieldsOf,
  parseSection,
  readSection,
  type SectionName,
  type StoredCentre,
  sectionNames,
  storeSection,
} from '#shared/tenants/settings/domain.ts';
import * as data from './data.ts';

/** What stands on invoices: whoever changes it changes who is paid; with the address that hears of what matters. */
const firmFields = ['name', 'registryCode', 'vatNumber', 'iban', 'bic', 'contact.email'] as const;

/** Every section with its fields; asked of the database, for this process may not have heard of the last change yet. */
export async function listSections(ctx: Ctx): Promise<Section[]> {
  const [[centre]] = await ctx.read(data.findCentre());
  if (!centre) throw new AppError('itemNotFound');
  return sectionNames.map((name) => toSection(name, centre));
}

function toSection(name: SectionName, centre: StoredCentre): Section {
  const values = readSection(name, centre);
  return {
    name,
    version: versionOf(values),
    fields: fieldsOf(name).map((field) => ({
      ...field,
      choices: field.choices && [...field.choices],
      columns: field.columns && [...field.columns].map((column) => ({ ...column, columns: undefined })),
    })),
    values: values as Record<string, unknown>,
  };
}

/**
 * Changes a section. Throws `changedMeanwhile` where it is not any more as it was seen, and `dataValidationFailed` with the
 * field that is wrong; `proofNeeded` for another firm or bank account. Tells every process.
 */
export function saveSection(
  ctx: Ctx,
  { section, version, values }: { section: SectionName; version: string; values: unknown },
): Promise<{ version: string }> {
  return ctx.write(async ({ load, save }) => {
    const [[centre]] = await load(data.lockCentre());
    if (!centre) throw new AppError('itemNotFound');
    const before = readSection(section, centre);
    if (versionOf(before) !== version) throw new AppError('changedMeanwhile');
    const parsed = parseSection(section, values, centre);
    if ('problem' in parsed) throw new AppError('dataValidationFailed', { field: parsed.problem });
    const stored = { ...centre, ...storeSection(section, parsed.values, centre) };
    const changed = section === 'texts' ? stored : { ...stored, texts: followingTexts(ctx, centre, stored) };
    const [firm, nextFirm] = [centre, changed].map(({ company }) =>
      firmFields.map((name) => valueAt(company, name) ?? ''),
    );
    // Where money goes and in whose name it is asked for, who needs a second step to see people, and as whom people are asked.
    const isOfLogin = section === 'security' || section === 'identities';
    if (!isDeepStrictEqual(firm, nextFirm) || isOfLogin) requireProof(ctx);
    const after = readSection(section, changed);
    return save(
      { version: versionOf(after) },
      [data.saveCentre(changed)],
      [{ topic: 'tenantChanged' }],
      [{ noun: `settings.${section}`, id: null, before, after }],
    );
  });
}

type Pages = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Pages that stand as the product wrote them say the new facts; what somebody wrote stays as it is. */
function followingTexts(ctx: Ctx, before: StoredCentre, after: StoredCentre): StoredCentre['texts'] {
  const { clubs } = ctx.tenant;
  const [written, bare, next] = [
    writtenTexts(ctx, before, clubs),
    // As it was written before there was any club.
    writtenTexts(ctx, before, []),
    writtenTexts(ctx, after, clubs),
  ];
  if (!written || !bare || !next) return after.texts;
  const texts: Record<string, unknown> = { ...after.texts };
  for (const [page, inEach] of Object.entries(after.texts as Pages)) {
    texts[page] = Object.fromEntries(
      Object.entries(inEach ?? {}).map(([language, text]) => {
        const isOwn = ![written, bare].some((from) => isDeepStrictEqual(from[page]?.[language], text));
        return [language, isOwn ? text : next[page]?.[language]];
      }),
    );
  }
  return texts;
}

function writtenTexts(
  { now, tenant: { kind, country, timeZone } }: Ctx,
  centre: StoredCentre,
  clubs: TextOwner['clubs'],
): Pages | undefined {
  if (!isTenantKind(kind)) return undefined;
  const { company } = centre;
  const facts = company as unknown as TextOwner['company'] & Pick<TextOwner, 'contact'>;
  return writeTexts({
    ...{ title: centre.name, kind, country2Code: country, clubs },
    vatPercent: standardPercent(country, localDate(now, timeZone)),
    company: facts,
    contact: facts.contact,
    limits: BookingLimits.parse(centre.limits),
    pageRules: PageRules.parse(centre.pageRules),
  });
}
