import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { getProfile, type Profile } from '#shared/account/contract.ts';
import { updateProfile } from '#shared/account/profile/contract.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import * as commands from './commands.ts';

export function mountProfile(app: App): void {
  mount(app, getProfile, async (ctx) =>
    toProfile(ctx, await commands.readProfile(ctx, member(ctx).accountId)),
  );

  mount(app, updateProfile, async (ctx, { body }) => {
    const { language, ...details } = body;
    return toProfile(ctx, await commands.updateProfile(ctx, member(ctx).accountId, details, language));
  });
}

function toProfile({ tenant }: Ctx, row: commands.ProfileRow): Profile {
  const { clientId: _, language, ...profile } = row;
  const isSpoken = isLanguage(language) && tenant.languages.includes(language);
  return { ...profile, language: isSpoken ? language : tenant.defaultLanguage };
}
