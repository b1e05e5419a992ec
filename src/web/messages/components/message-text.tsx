import { linkParts } from './link-parts.ts';

/** A message's words, with its links to press. */
export function MessageText({ text, className }: { text: string; className: string | undefined }) {
  return (
    <p className={className}>
      {linkParts(text).map((part, index) =>
        part.href === undefined ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message never change their order
          <a key={index} href={part.href}>
            {part.text}
          </a>
        ),
      )}
    </p>
  );
}
