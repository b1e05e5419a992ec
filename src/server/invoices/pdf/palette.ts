import type { TFunction } from 'i18next';
import type { Language } from '#shared/kernel/language.ts';

/** What every part of a paper draws with. */
export interface PdfPage {
  readonly doc: PDFKit.PDFDocument;
  readonly t: TFunction;
  readonly language: Language;
  readonly country: string;
  /** Whether the first face has every sign of a text. */
  knows(text: string): boolean;
}

/** A4 in points. */
export const page = {
  left: 48,
  right: 48,
  top: 48,
  width: 595.28 - 96,
  end: 595.28 - 48,
  /** Nothing but the footer beneath. */
  bottom: 786,
  footer: 804,
} as const;

export const palette = { text: '#16181F', quiet: '#4F525B', faint: '#61646D', line: '#DDDFE5' } as const;

/** One line without signs that no printer knows, of at most so many characters. */
export function printable(text: string, most: number): string {
  const characters = [
    ...text
      .slice(0, most * 4)
      .replaceAll(/[\s\p{C}]+/gu, ' ')
      .trim(),
  ];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}

/** The face for a text that people typed: a name in Cyrillic is in the second one, which is read and embedded for it alone. */
export function faceOf({ knows }: PdfPage, weight: 'regular' | 'strong', text: string): string {
  return knows(text) ? weight : `${weight}Wide`;
}

/** Figures of one width, so that columns stand in line. */
export const figures: PDFKit.Mixins.TextOptions = { features: ['tnum', 'kern'] };

export function rule({ doc }: PdfPage, y: number, width = 0.75): void {
  doc.moveTo(page.left, y).lineTo(page.end, y).lineWidth(width).strokeColor(palette.line).stroke();
}

/** Hundredths of a percent as people write them. */
export function percent(rate: number, language: PdfPage['language']): string {
  const text = String(rate / 100);
  return language === 'en' ? text : text.replace('.', ',');
}
