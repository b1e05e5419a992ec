/** A value that ends a sentence: one that brings a full stop, such as a name with an initial, takes no second one. */
export function withStop(value: string): string {
  return value.endsWith('.') ? value : `${value}.`;
}
