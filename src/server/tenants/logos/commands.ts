import { createHash } from 'node:crypto';
import type { Ctx } from '#server/kernel/ctx.ts';
import { decoder, Undecodable } from '#server/kernel/decoding/decoder.ts';
import type { Decoders } from '#server/kernel/decoding/decoders.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { BroughtFile } from '#shared/kernel/wire.ts';
import { type LogoKind, logoKinds } from '#shared/tenants/logos/domain.ts';
import * as data from './data.ts';
import type { toDrawing } from './pictures.ts';

const drawing = decoder<typeof toDrawing>(new URL('./pictures.ts', import.meta.url), 'toDrawing', {
  lane: 'files',
  seconds: 2,
  refusal: 'fileTooDemanding',
  mostWaiting: 2,
});

/** The drawings as they are, asked of the database: this process may not have heard of the last one yet. */
export async function listLogos(ctx: Ctx): Promise<{ kind: LogoKind; picture: string }[]> {
  const [[stored]] = await ctx.read(data.findLogos());
  if (!stored) throw new AppError('itemNotFound');
  return logoKinds.map((kind) => ({
    kind,
    picture: `data:image/svg+xml;base64,${Buffer.from(stored.logos[kind]).toString('base64')}`,
  }));
}

/** Puts another drawing in place of one. Throws `logoNotValid`, `fileTooDemanding`. Tells every process. */
export async function saveLogo(
  ctx: Ctx,
  decoders: Decoders,
  {
    kind,
    file,
    abandoned,
  }: { readonly kind: LogoKind; readonly file: BroughtFile; readonly abandoned: AbortSignal },
): Promise<Record<string, never>> {
  const drawn = await drawingOf(decoders, ctx.tenant.id, file.bytes, abandoned);
  return ctx.write(async ({ load, save }) => {
    const [[stored]] = await load(data.lockLogos());
    if (!stored) throw new AppError('itemNotFound');
    const { appIcon, ...logos } = stored.logos;
    // The icon of the installed app is the mark on light ground: a new one is drawn from it.
    const kept = kind === 'light' || appIcon === undefined ? {} : { appIcon };
    return save(
      {},
      [data.saveLogos({ ...logos, ...kept, [kind]: drawn })],
      [{ topic: 'tenantChanged' }],
      [
        {
          noun: 'logos',
          id: null,
          before: { [kind]: markOf(stored.logos[kind]) },
          after: { [kind]: markOf(drawn) },
        },
      ],
    );
  });
}

async function drawingOf(
  decoders: Decoders,
  centreId: number,
  bytes: Uint8Array,
  abandoned: AbortSignal,
): Promise<string> {
  try {
    return await decoders.run(drawing, centreId, bytes, abandoned);
  } catch (error) {
    if (error instanceof Undecodable) throw new AppError('logoNotValid');
    throw error;
  }
}

/** Tells one drawing from another in the trail. */
function markOf(drawing: string): string {
  return createHash('sha256').update(drawing).digest('base64url').slice(0, 10);
}
