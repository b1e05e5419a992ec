import { useSearch } from '@tanstack/react-router';

/** How many rows a page of a list may have (specification point 9). */
export const rowsChoices = [20, 50, 100] as const;
/** As many as a page has where the address says nothing. */
export const fewestRows = rowsChoices[0];

/** `rows` of an address; undefined for what nobody can choose. */
export function readRows(raw: unknown): (typeof rowsChoices)[number] | undefined {
  return rowsChoices.find((choice) => String(choice) === String(raw));
}

/** How many rows a page has, by the address. */
export function useRows(): number {
  return useSearch({ strict: false, select: ({ rows }) => rows }) ?? fewestRows;
}
