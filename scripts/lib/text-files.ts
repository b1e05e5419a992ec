/**
 * Files of a language, as `errors.ts`, with the texts that a route asks for: by its source and that of the language's parts.
 * Throws where a section's file is not found.
 */
export function textFiles(route: string, parts: string): string[] {
  const named = /\btexts: \[([^\]]*)\]/.exec(route)?.[1] ?? '';
  const sections = [...named.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
  return sections.flatMap((section) => {
    const begin = parts.indexOf(`\n  ${section}: async`);
    const end = parts.slice(begin + 1).search(/\n {2}\w+: async|\n\};/);
    const files = [...parts.slice(begin, begin + 1 + end).matchAll(/import\('\.\/([\w-]+\.ts)'\)/g)];
    if (begin < 0 || files.length === 0) throw new Error(`no file has the texts "${section}"`);
    return files.map(([, file = '']) => file);
  });
}
