/** One small change of a text that a test ought to notice. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export const kinds = ['domain', 'commands', 'sql', 'roles', 'contract', 'migrations'] as const;
export type Kind = (typeof kinds)[number];

export interface Site extends Change {
  readonly kind: Kind;
  /** From the repository's root, with `/`. */
  readonly file: string;
  /** Of a role: `GET /user/registration`. */
  readonly endpoint?: string | undefined;
}

/** The text with the change made. */
export function apply(text: string, { start, end, replacement }: Change): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Before and after in one line: the changed part with what stands around it on its line. */
export function describeChange(text: string, change: Change): string {
  const from = text.lastIndexOf('\n', change.start - 1) + 1;
  const next = text.indexOf('\n', change.end);
  const until = next < 0 ? text.length : next;
  const head = text.slice(from, change.start);
  const tail = text.slice(change.end, until);
  const inOne = (part: string) => part.replace(/\s+/g, ' ').trim();
  const before = inOne(head + text.slice(change.start, change.end) + tail);
  return `${before}  →  ${inOne(head + change.replacement + tail)}`;
}
