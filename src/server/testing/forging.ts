/**
 * A token that is nearly another one. Its last sign may say less than six bits, so that two of them mean the same: the one before is
 * changed.
 */
export function forged(token: string): string {
  return token.replace(/.(?=.$)/, (sign) => (sign === 'A' ? 'B' : 'A'));
}
