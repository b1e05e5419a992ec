/** Algorithms by which cards sign, as tokens name them (RFC 7518). */
export const cardAlgorithms = [
  ...(['ES256', 'ES384', 'ES512'] as const),
  ...(['PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'] as const),
] as const;
export type CardAlgorithm = (typeof cardAlgorithms)[number];
