/** The beginning of a text, at most so many UTF-16 units and never half a character: half of one is no text to a database. */
export function clip(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
