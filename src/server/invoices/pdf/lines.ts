import type { WholeInvoice, WholeLine } from '#shared/invoices/whole/domain.ts';
import { formatDate } from '#shared/kernel/dates.ts';
import { formatMoney } from '#shared/kernel/money.ts';
import { faceOf, figures, type PdfPage, page, palette, percent, printable, rule } from './palette.ts';

interface Column {
  readonly key: 'article' | 'quantity' | 'unitPrice' | 'vatShort' | 'net' | 'vatSum' | 'gross';
  readonly width: number;
}
const columns: readonly Column[] = [
  { key: 'article', width: 196 },
  { key: 'quantity', width: 38 },
  { key: 'unitPrice', width: 64 },
  { key: 'vatShort', width: 38 },
  { key: 'net', width: 56 },
  { key: 'vatSum', width: 48 },
  { key: 'gross', width: 59.28 },
];

function drawColumns(pdf: PdfPage, y: number): number {
  const { doc, t } = pdf;
  let left: number = page.left;
  let end = y;
  doc.font('regular').fontSize(8.5).fillColor(palette.faint);
  for (const { key, width } of columns) {
    const align = key === 'article' ? 'left' : 'right';
    doc.text(t(`invoices.${key}`), left, y, { width, align });
    end = Math.max(end, doc.y);
    left += width;
  }
  rule(pdf, end + 5);
  return end + 6;
}

/** Room for the sums and what stands beneath them, so that the last line is never alone with them. */
const rowEnd = page.bottom - 18;

/** The lines, row by row, over as many pages as they need. Gives where the next one begins. */
export function* drawLines(pdf: PdfPage, invoice: WholeInvoice, top: number): Generator<number> {
  const { doc, t } = pdf;
  let y = drawColumns(pdf, top);
  for (const line of invoice.lines) {
    const texts = textsOf(pdf, line);
    const notes = notesOf(pdf, line);
    const width = columns[0]?.width ?? 0;
    const face = faceOf(pdf, 'strong', texts.article);
    doc.font(face).fontSize(9.5);
    const nameHeight = doc.heightOfString(texts.article, { width: width - 12 });
    doc.font('regular').fontSize(8.5);
    const height =
      nameHeight + notes.reduce((sum, note) => sum + doc.heightOfString(note, { width: width - 12 }), 0);
    if (y + height + 14 > rowEnd) {
      doc.font('regular').fontSize(8.5).fillColor(palette.faint);
      doc.text(t('invoices.onward'), page.left, y + 6, { width: page.width, align: 'right' });
      doc.addPage();
      y = drawColumns(pdf, page.top);
    }
    let left: number = page.left;
    for (const { key, width: columnWidth } of columns) {
      doc.font(key === 'article' ? face : key === 'gross' ? 'strong' : 'regular').fontSize(9.5);
      doc.fillColor(key === 'article' || key === 'gross' ? palette.text : palette.quiet);
      if (key === 'article') doc.text(texts.article, left, y + 7, { width: columnWidth - 12 });
      else
        doc.text(texts[key], left, y + 7, {
          width: columnWidth,
          align: 'right',
          lineBreak: false,
          ...figures,
        });
      left += columnWidth;
    }
    doc.font('regular').fontSize(8.5).fillColor(palette.faint);
    let noteTop = y + 7 + nameHeight + 1;
    for (const note of notes) {
      doc.text(note, page.left, noteTop, { width: width - 12, ...figures });
      noteTop = doc.y;
    }
    y = Math.max(noteTop, y + 7 + nameHeight) + 6;
    rule(pdf, y, 0.5);
    yield y;
  }
}

function textsOf({ language }: PdfPage, line: WholeLine): Record<Column['key'], string> {
  const { quantity, unitCents, vatRate, netCents, vatCents, grossCents, article } = line;
  // Of the line's own net sum, so that for one piece without a discount both columns say the same.
  const unitNet = Math.round(
    grossCents === 0 ? (unitCents * 10_000) / (10_000 + vatRate) : (netCents * unitCents) / grossCents,
  );
  return {
    article: printable(article, 300),
    quantity: String(quantity),
    unitPrice: plain(unitNet, language),
    vatShort: line.vatKind === 'exempt' ? '–' : percent(vatRate, language),
    net: plain(netCents, language),
    vatSum: plain(vatCents, language),
    gross: plain(grossCents, language),
  };
}

function notesOf({ t, language }: PdfPage, line: WholeLine): string[] {
  const notes = [t('invoices.suppliedOn', { date: formatDate(line.supplyOn) })];
  if (line.discountCents !== 0) {
    notes.push(t('invoices.discount', { amount: formatMoney(Math.abs(line.discountCents), language) }));
  }
  return notes;
}

/** An amount without its sign: in columns of euros only. */
function plain(amount: number, language: PdfPage['language']): string {
  return formatMoney(amount, language)
    .replace(/[€\u00a0]+$/, '')
    .replace('€', '');
}
