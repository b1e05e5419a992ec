/** Algorithms by which cards sign, as tokens name them (RFC 7518). */
export const cardAlgorithms = [
  ...(['ES256', 'ES384', 'ES512'] as const),
  ...(['PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'] as const),
] as const;
export type CardAlgorithm = (typeof cardAlgorithms)[number];

/** Why a card is not believed whose issuer was asked whether it is revoked: codes of what is said to its owner. */
export const cardEnds = [
  /** Revoked or suspended. */
  'idCardRevoked',
  /** Its issuer knows of no such card. */
  'idCardUnknown',
  /** Nobody answered, or nobody may be asked. */
  'idCardIssuerSilent',
  /** It took too long. */
  'idCardIssuerLate',
  /** It says that it cannot answer now, or not us. */
  'idCardIssuerRefusing',
  'idCardAnswerUnreadable',
  /** By nobody who may answer for the issuer. */
  'idCardAnswerUnsigned',
  'idCardAnswerOfAnother',
  /** Of a time before, or after. */
  'idCardAnswerOld',
  /** To a question that was another. */
  'idCardAnswerReplayed',
] as const;
export type CardEnd = (typeof cardEnds)[number];
