import type { PageRules } from '#shared/kernel/page-rules.ts';

/**
 * Whether a centre lets people without an account book: where it lets them join by themselves, by one of the two
 * join pages (docs/decisions/0012).
 */
export function areVisitorsWelcome({ pages }: PageRules): boolean {
  return pages.isJoinSimplePage || pages.isJoinCompletePage;
}
