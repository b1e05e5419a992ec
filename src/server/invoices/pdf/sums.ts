import type { WholeInvoice } from '#shared/invoices/whole/domain.ts';
import { formatMoney } from '#shared/kernel/money.ts';
import { figures, type PdfPage, page, palette, percent } from './palette.ts';

/** VAT by rate at the left, totals at the right. Returns where it ends. */
export function drawSums(pdf: PdfPage, invoice: WholeInvoice, top: number): number {
  const { doc, t, language } = pdf;
  const money = (amount: number) => formatMoney(amount, language);
  const vat = invoice.vatRows.flatMap(({ vatKind, vatRate, netCents, vatCents }): [string, string][] => {
    const rate = percent(vatRate, language);
    if (vatKind === 'exempt') return [[t('invoices.exemptAmount'), money(netCents)]];
    if (vatKind === 'zero') return [[t('invoices.zeroAmount'), money(netCents)]];
    return [
      [t('invoices.taxableAt', { percent: rate }), money(netCents)],
      [t('invoices.vat', { percent: rate }), money(vatCents)],
    ];
  });
  const isCreditNote = invoice.kind === 'creditNote';
  const sums: [string, string][] = [
    [t('invoices.withoutVat'), money(invoice.netCents)],
    [t('invoices.vatTotal'), money(invoice.vatCents)],
    [t('invoices.total'), money(invoice.totalCents)],
  ];
  if (invoice.creditedCents !== 0) sums.push([t('invoices.creditedSoFar'), money(-invoice.creditedCents)]);
  if (invoice.paidCents !== 0) sums.push([t('invoices.paidSoFar'), money(-invoice.paidCents)]);
  const notes = exemptionNotes(pdf, invoice);
  const height = Math.max(vat.length, sums.length + (isCreditNote ? 0 : 2)) * 16 + notes.length * 28 + 30;
  let y = top + 14;
  if (y + height > page.bottom) {
    doc.addPage();
    y = page.top;
  }
  const half = page.width / 2 - 20;
  const leftEnd = drawPairs(pdf, vat, page.left, y, half);
  let rightEnd = drawPairs(pdf, sums, page.left + half + 40, y, half, t('invoices.total'));
  if (!isCreditNote) {
    const due = Math.max(0, invoice.balanceCents);
    doc.font('strong').fontSize(13).fillColor(palette.text);
    doc.text(t('invoices.amountDue'), page.left + half + 40, rightEnd + 8, { width: half });
    doc.text(money(invoice.isOpen ? due : 0), page.left + half + 40, rightEnd + 8, {
      width: half,
      align: 'right',
      ...figures,
    });
    rightEnd = doc.y;
  }
  doc.font('regular').fontSize(8.5).fillColor(palette.quiet);
  let noteTop = leftEnd + 4;
  for (const note of notes) {
    doc.text(note, page.left, noteTop, { width: half });
    noteTop = doc.y + 2;
  }
  return Math.max(noteTop, rightEnd);
}

function drawPairs(
  { doc }: PdfPage,
  pairs: readonly [string, string][],
  left: number,
  top: number,
  width: number,
  strong?: string,
): number {
  let y = top;
  for (const [label, value] of pairs) {
    const isStrong = label === strong;
    doc.font(isStrong ? 'strong' : 'regular').fontSize(9.5);
    doc.fillColor(isStrong ? palette.text : palette.quiet);
    doc.text(label, left, y, { width: width - 80 });
    const end = doc.y;
    doc.text(value, left, y, { width, align: 'right', lineBreak: false, ...figures });
    y = Math.max(end, y + 12) + 4;
  }
  return y;
}

/** Why nothing is taxed, where it is not (protocols section 6.3). */
function exemptionNotes({ t, country }: PdfPage, { seller, vatRows }: WholeInvoice): string[] {
  if (seller.vatNumber === '') return [t('invoices.notRegistered')];
  if (!vatRows.some(({ vatKind }) => vatKind === 'exempt')) return [];
  return [t(country === 'LV' ? 'invoices.exemptLV' : 'invoices.exemptEE')];
}
