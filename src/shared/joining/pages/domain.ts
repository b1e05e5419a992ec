import type { PageRules } from '#shared/kernel/page-rules.ts';

/** How the page is asked for by the rules; undefined: nobody joins here. The complete page wins over the simple one. */
export function joinPageOf({ pages }: Pick<PageRules, 'pages'>): 'complete' | 'simple' | undefined {
  if (pages.isJoinCompletePage) return 'complete';
  return pages.isJoinSimplePage ? 'simple' : undefined;
}
