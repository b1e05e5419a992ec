/** How many rows a page of a list has where nothing is said, and how many it may have. */
export interface PageSize {
  readonly standard: number;
  readonly most: number;
}

/** Which rows of a list were asked for: what cannot be is the nearest that can. */
export function pageOf(
  asked: { readonly offset?: number | undefined; readonly limit?: number | undefined },
  { standard, most }: PageSize = { standard: 20, most: 100 },
): { readonly offset: number; readonly limit: number } {
  return {
    offset: Math.max(asked.offset ?? 0, 0),
    limit: Math.min(Math.max(asked.limit ?? standard, 1), most),
  };
}
