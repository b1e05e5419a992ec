import { useTexts } from './texts.tsx';

/** What an invoice was for, in the words of a list: its first line, and how many more there are. */
export function useBought() {
  const { t } = useTexts();
  return ({ article, lineCount }: { readonly article: string; readonly lineCount: number }): string =>
    lineCount > 1 ? t('invoices.andMore', { article, count: lineCount - 1 }) : article;
}
