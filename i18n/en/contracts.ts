export const contracts = {
  /** A line of an invoice. */
  article: '{{name}}, {{from}}–{{until}}',
} as const;
