import type { Ctx } from '#server/kernel/ctx.ts';
import { nameIn } from '#server/products/data.ts';

/** What a product says in the reader's language, or else in the centre's. */
export function inWords({ language, tenant }: Ctx, texts: unknown): string {
  return nameIn(texts as Partial<Record<typeof language, string>>, language, tenant.defaultLanguage);
}
