import { findAccount } from '#server/account/data.ts';
import type {
  AskedAgain,
  Asking,
  BegunIdentity,
  IdentityPorts,
} from '#server/account/identities/commands.ts';
import {
  beginShowing,
  endQuestion,
  findLinked,
  lookShown,
  questionLock,
} from '#server/account/showing/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { hashToken } from '#server/kernel/tokens.ts';
import type { JoinForm } from '#shared/joining/domain.ts';
import { readShown, type ShownPerson, shownFields, shownMinutes } from '#shared/joining/shown/domain.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { draftToken, findDraft, isOfShown, isShownElsewhere } from '../commands.ts';
import { type JoinRow, lockJoin } from '../data.ts';
import * as data from './data.ts';

/** What showing who one is works with. */
export type ShowingPorts = IdentityPorts;

/** Somebody showed who they are, for a draft. */
export interface ShownForDraft {
  readonly draftToken: string;
  readonly person: ShownPerson;
  /** They log in here by the same service already. */
  readonly isMember: boolean;
}

/**
 * Begins to ask who joins, for a draft and in one browser. One question of a draft stands at a time. Throws what `findDraft`
 * and `beginShowing` throw.
 */
export async function beginForDraft(
  ctx: Ctx,
  ports: ShowingPorts,
  { token, ...asking }: Asking & { readonly token: string },
  address: string,
  browser: string,
): Promise<BegunIdentity> {
  const { id, state, takenOverAt } = await findDraft(ctx, ports.tokens, token, address);
  const [[agreed]] = await ctx.read(data.findShown({ joinId: id }));
  if (state === 'joined' || takenOverAt !== null || isShownElsewhere(agreed, browser))
    throw new AppError('joinNotFound');
  const begun = await beginShowing(ctx, ports, asking, address, browser);
  await ctx.write(({ save }) => save(undefined, [data.noteAsked(id, hashToken(begun.request))]));
  return begun;
}

/**
 * Who was shown, once, kept with the draft for this browser and some minutes; or what to show of now. Throws `identityRequestOver`
 * where the draft asked again since, or is gone, and `identityNotValid` where a certificate says too little.
 */
export async function lookForDraft(
  ctx: Ctx,
  ports: ShowingPorts,
  asked: AskedAgain,
  browser: string,
): Promise<{ readonly display: string } | ShownForDraft> {
  const askedHash = hashToken(asked.request);
  const [[asking]] = await ctx.read(data.findAsking({ askedHash }));
  if (!asking) throw new AppError('identityRequestOver');
  const looked = await lookShown(ctx, ports, asked, browser);
  if ('display' in looked) return looked;
  const { provider, subject, level, holder } = looked;
  const person = readShown({ subject, ...holder }, localDate(ctx.now, ctx.tenant.timeZone));
  const [[linked]] = await ctx.read(findLinked(ctx, ports.tokens, looked));
  const [[account]] = await ctx.read(findAccount(linked?.accountId ?? 0));
  const joinId = asking.id;
  const row = await ctx.write<JoinRow | undefined>(async ({ load, save }) => {
    const [[join], [question], [still], [agreed]] = await load(
      lockJoin({ joinId }),
      questionLock(ctx, asked),
      data.findAsking({ askedHash }),
      data.findShown({ joinId }),
    );
    // Who asked before it was agreed to elsewhere is shown too late.
    const isOpen =
      (join?.state === 'open' || join?.state === 'paying') &&
      join.takenOverAt === null &&
      !isShownElsewhere(agreed, browser);
    if (!join || !isOpen || !question || still?.id !== joinId) throw new AppError('identityRequestOver');
    const over = endQuestion(asked);
    if (!person) return save(undefined, [over]);
    const shown = { provider, subject, level, person };
    const until = addMinutes(ctx.now, shownMinutes);
    const noted = { shown, browserHash: hashToken(browser), until, now: ctx.now };
    return save(join, [data.noteShown(joinId, noted), over]);
  });
  if (!row || !person) throw new AppError('identityNotValid');
  return {
    draftToken: draftToken(ports.tokens, ctx.tenant.id, row),
    person,
    isMember: account !== undefined && !account.isBlocked,
  };
}

/**
 * What of a draft this browser sees, and whether it is of who was shown in it, within minutes. Who was shown in another one is told
 * to nobody who has the draft's link: it is mailed to an address that may be mistyped.
 */
export async function seeIn(
  ctx: Ctx,
  joinId: number,
  { form, empty }: { readonly form: JoinForm; readonly empty: JoinForm },
  browser: string,
): Promise<{ readonly form: JoinForm; readonly isShown: boolean }> {
  const [[row]] = await ctx.read(data.findShown({ joinId }));
  const person = row?.shown?.person;
  if (!row || !person || row.browserHash?.equals(hashToken(browser)))
    return { form, isShown: row !== undefined && isOfShown(row, form, browser, ctx.now) };
  const hidden = shownFields.filter((name) => form[name] === person[name]);
  return {
    form: { ...form, ...Object.fromEntries(hidden.map((name) => [name, empty[name]])) },
    isShown: false,
  };
}
