import type { Section } from '../en.ts';

export const contracts: Section<'contracts'> = {
  /** A line of an invoice. */
  article: '{{name}}, {{from}}–{{until}}',
};
