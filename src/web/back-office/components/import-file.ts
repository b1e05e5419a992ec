/** Bytes as a text that JSON can carry. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // In parts: a call takes only so many arguments.
  for (let from = 0; from < bytes.length; from += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(from, from + 8192)));
  return btoa(parts.join(''));
}

/** Saves a file with the titles alone, as spreadsheets of these countries open it: semicolons, and a mark of UTF-8. */
export function exampleOf(fileName: string, titles: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`\ufeff${titles.join(';')}\r\n`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
