import type { Ctx } from '#server/kernel/ctx.ts';
import type { RowOf } from '#server/kernel/db.ts';
import { readPhone } from '#server/kernel/phones/phones.ts';
import { type ProfileDetails, refuseFaultyProfile, tidyProfile } from '#shared/account/profile/domain.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Language } from '#shared/kernel/language.ts';
import * as data from './data.ts';

export type ProfileRow = RowOf<ReturnType<typeof data.findProfile>>;

/** Throws `notLoggedIn` for an account that is gone. */
export async function readProfile(ctx: Ctx, accountId: number): Promise<ProfileRow> {
  const [[profile]] = await ctx.read(data.findProfile({ accountId, now: ctx.now }));
  if (!profile) throw new AppError('notLoggedIn');
  return profile;
}

/**
 * Changes what members keep up themselves. Throws `nameInContract` and `dataValidationFailed` with field and problem; a
 * number is one that somebody can have, and is kept as it is called from abroad.
 */
export function updateProfile(
  ctx: Ctx,
  accountId: number,
  typed: ProfileDetails,
  language: Language,
): Promise<ProfileRow> {
  const country = ctx.tenant.pageRules.main.country2Code;
  if (!ctx.tenant.languages.includes(language)) {
    throw new AppError('dataValidationFailed', { field: 'language', problem: 'fieldRequired' });
  }
  return ctx.write(async ({ load, save }) => {
    const [[before]] = await load(data.lockProfile({ accountId, now: ctx.now }));
    if (!before) throw new AppError('notLoggedIn');
    const details = tidyProfile(typed);
    refuseFaultyProfile(details, before, before.isNameFixed);
    const isPhoneKept = details.phone === before.phone.trim() || details.phone === '';
    const phone = isPhoneKept ? details.phone : readPhone(details.phone, country);
    if (phone === undefined) {
      throw new AppError('dataValidationFailed', { field: 'phone', problem: 'phoneInvalid' });
    }
    const after = { ...details, phone };
    return save({ ...before, ...after, language }, [
      data.saveDetails(before.clientId, after),
      data.saveLanguage(accountId, language),
    ]);
  });
}
