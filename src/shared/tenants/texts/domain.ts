/** A page of text as it is stored. */
export interface TextPage {
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

/** A page as it is typed: `# Title`, `## Heading`, paragraphs, empty lines between; no mark without words. */
export function printPage(page: TextPage | undefined): string {
  const { title, sections } = page ?? { title: '', sections: [] };
  const headed = (mark: string, words: string) => (words === '' ? [] : [`${mark} ${words}`]);
  return [
    ...headed('#', title),
    ...sections.flatMap(({ heading, paragraphs }) => [...headed('##', heading), ...paragraphs]),
  ].join('\n\n');
}

/** What was typed as a page; lines of one paragraph are one, and what stands before any heading has none. */
export function readPage(text: string): TextPage {
  let title = '';
  const sections: { heading: string; paragraphs: string[] }[] = [];
  const blocks = text
    .replaceAll('\r', '')
    // A heading ends where its line does.
    .replaceAll(/^(#{1,2} .*)$/gm, '\n$1\n')
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .trim()
        .split('\n')
        .map((line) => line.trim())
        .join(' '),
    )
    .filter((block) => block !== '');
  for (const block of blocks) {
    if (block.startsWith('## ')) sections.push({ heading: block.slice(3).trim(), paragraphs: [] });
    else if (block.startsWith('# ') && title === '') title = block.slice(2).trim();
    else {
      if (sections.length === 0) sections.push({ heading: '', paragraphs: [] });
      sections.at(-1)?.paragraphs.push(block);
    }
  }
  return { title, sections };
}
