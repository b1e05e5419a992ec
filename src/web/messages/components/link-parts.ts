export interface TextPart {
  readonly text: string;
  /** Where the part leads, when it is an address. */
  readonly href?: string;
}

/** Cuts a mail into words and web addresses. A full stop or bracket after an address does not belong to it. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+/g)) {
    const href = match[0].replace(/[.,;:!?)\]]+$/, '');
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: href, href });
    end = match.index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
