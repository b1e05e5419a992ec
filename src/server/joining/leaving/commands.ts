import { mayMail } from '#server/account/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { type JoinForm, reminderMinutes } from '#shared/joining/domain.ts';
import { addMinutes, formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { agreedForm, draftToken, dropping, isExpired } from '../commands.ts';
import * as data from '../data.ts';
import { writeBackMail } from '../mails.ts';
import { envelopeOf, type JoiningPorts } from '../settling/commands.ts';
import { forgetShown } from '../showing/data.ts';

/**
 * Mails the way back to whoever left before paying, once, unless they were sent to their account, or somebody had their
 * address mailed too often.
 */
export async function remindUnpaid(ctx: Ctx, ports: JoiningPorts): Promise<void> {
  const { now, tenant } = ctx;
  const [left] = await ctx.read(data.listUnpaid({ before: addMinutes(now, -reminderMinutes) }));
  for (const { id: joinId } of left) {
    const [[before]] = await ctx.read(data.lockJoin({ joinId }));
    const typed = before && backForm(before);
    const mayBeMailed = typed !== undefined && (await mayMail(ctx, ports.tokens, typed.email));
    await ctx.write(async (transaction) => {
      const [[row]] = await transaction.load(data.lockJoin({ joinId }));
      if (row?.state !== 'paying' || row.remindedAt !== null) return transaction.keep(undefined);
      const form = backForm(row);
      const isMailed = mayBeMailed && form?.email === typed.email;
      const reminded = [data.changeJoin(joinId, { reminded_at: now })];
      if (!isMailed) return transaction.save(undefined, reminded);
      const to = { to: form.email, firstName: form.firstName, language: row.language };
      const until = `${formatDate(localDate(row.expiresAt, tenant.timeZone))} ${localTime(row.expiresAt, tenant.timeZone)}`;
      const back = { draftToken: draftToken(ports.tokens, tenant.id, row), until };
      return transaction.save(undefined, reminded, [writeBackMail(joinId, envelopeOf(ctx, ports, to), back)]);
    });
  }
}

/** What somebody is mailed the way back to; undefined where they are not. */
function backForm(row: data.JoinRow): JoinForm | undefined {
  return row.knownToldAt === null && row.takenOverAt === null ? agreedForm(row) : undefined;
}

/** Drops what was left for longer than it is kept: what was typed goes, and places of codes are everybody's again. */
export async function dropExpired(ctx: Ctx): Promise<void> {
  const { now } = ctx;
  const [expired] = await ctx.read(data.listExpired({ now }));
  for (const { id: joinId } of expired) {
    await ctx.write(async (transaction) => {
      const [[row]] = await transaction.load(data.lockJoin({ joinId }));
      const isLeft = row && (row.state === 'open' || row.state === 'paying') && isExpired(row, now);
      if (!isLeft) return transaction.keep(undefined);
      return transaction.save(undefined, [
        ...dropping(ctx, row),
        data.changeJoin(joinId, { state: 'dropped', form: '{}', agreed: null }),
        forgetShown(joinId),
      ]);
    });
  }
}
