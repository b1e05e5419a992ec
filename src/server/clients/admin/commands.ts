import type { Ctx } from '#server/kernel/ctx.ts';
import { isUniqueViolation } from '#server/kernel/writes/constraints.ts';
import { type IdCountry, readBirthDate, readIdentity } from '#shared/joining/identity/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as data from './data.ts';

export type HistoryItem = Omit<data.HistoryRow, 'salt'> & { readonly invoiceToken: string | null };

export interface HistoryPorts {
  /** Opens an invoice of the tenant by its salt. */
  invoiceTokenOf(tenantId: number, invoiceId: number, salt: Buffer): string;
}

/** What a client has and had. Throws `itemNotFound`. */
export async function historyOf(ctx: Ctx, ports: HistoryPorts, id: number): Promise<HistoryItem[]> {
  const [[client], ...lists] = await ctx.read(data.findClient(id), ...data.listHistory(id, ctx.language));
  if (!client) throw new AppError('itemNotFound');
  return lists.flat().map(({ salt, ...row }) => ({
    ...row,
    invoiceToken: salt ? ports.invoiceTokenOf(ctx.tenant.id, row.id, salt) : null,
  }));
}

/**
 * Writes who somebody is. Throws `itemNotFound`, `idCodeTaken` where somebody else has the code, and `dataValidationFailed`
 * with the field: a code that is none of the country's, a birth date that cannot be or that the code contradicts.
 */
export async function saveIdentity(
  ctx: Ctx,
  id: number,
  typed: {
    readonly idCountry: IdCountry | null;
    readonly idCode: string;
    readonly birthDate: string | null;
  },
): Promise<Record<string, never>> {
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  try {
    return await ctx.write(async ({ load, save }) => {
      const [[before]] = await load(data.lockIdentity(id));
      if (!before) throw new AppError('itemNotFound');
      const after = identityOf(before, typed, today);
      // The trail says that it was changed and when somebody was born, never a code.
      const told = ({ idCountry, birthDate }: data.StoredIdentity) => ({ idCountry, birthDate });
      return save(
        {},
        [data.saveIdentity(id, after)],
        [],
        [{ noun: 'clients', id, before: told(before), after: told(after) }],
      );
    });
  } catch (error) {
    if (isUniqueViolation(error, 'clients_one_a_code')) throw new AppError('idCodeTaken');
    throw error;
  }
}

function identityOf(
  before: data.StoredIdentity,
  typed: { readonly idCountry: IdCountry | null; readonly idCode: string; readonly birthDate: string | null },
  today: string,
): data.StoredIdentity {
  const refuse = (field: string) => new AppError('dataValidationFailed', { field });
  const born = typed.birthDate === null ? null : readBirthDate(typed.birthDate, today);
  if (born === undefined) throw refuse('birthDate');
  if (typed.idCode === '') return { ...before, birthDate: born ?? before.birthDate };
  if (typed.idCountry === null) throw refuse('idCountry');
  const identity = readIdentity(typed.idCountry, typed.idCode, today);
  if (!identity) throw refuse('idCode');
  if (identity.birthDate !== null && born !== null && identity.birthDate !== born) throw refuse('birthDate');
  return {
    idCountry: identity.country,
    idCode: identity.code,
    birthDate: identity.birthDate ?? born ?? before.birthDate,
  };
}
