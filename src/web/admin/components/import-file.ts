/** Saves a file with the titles alone, as spreadsheets of these countries open it: semicolons, and a mark of UTF-8. */
export function exampleOf(fileName: string, titles: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`\ufeff${titles.join(';')}\r\n`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
