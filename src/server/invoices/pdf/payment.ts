import encodeQr from 'qr';
import { formatIban } from '#shared/invoices/accounts/domain.ts';
import { epcText } from '#shared/invoices/epc/domain.ts';
import { creditorReference, formatReference } from '#shared/invoices/references/domain.ts';
import type { WholeInvoice } from '#shared/invoices/whole/domain.ts';
import { formatMoney } from '#shared/kernel/money.ts';
import { faceOf, figures, type PdfPage, page, palette, printable, rule } from './palette.ts';

const codeSize = 104;

/** Whom to pay and how, with the code for a bank's app; nothing where nothing is owed. */
export function drawPayment(pdf: PdfPage, invoice: WholeInvoice, top: number): void {
  const { doc, t, language } = pdf;
  const { seller, reference, number, isOpen, balanceCents, kind } = invoice;
  if (kind === 'creditNote') return;
  let y = top + 26;
  if (!isOpen || seller.iban === '') {
    if (!isOpen) {
      doc
        .font('strong')
        .fontSize(11)
        .fillColor(palette.text)
        .text(t('invoices.settled'), page.left, y, { width: page.width });
    }
    return;
  }
  if (y + codeSize + 16 > page.bottom) {
    doc.addPage();
    y = page.top;
  }
  rule(pdf, y - 12);
  // Latvian banks carry words; a reference of theirs there is none (protocols section 6.2).
  const isWorded = pdf.country === 'LV' || reference === '';
  const epc = epcText({
    name: seller.name,
    iban: seller.iban,
    bic: seller.bic,
    amountCents: balanceCents,
    reference: isWorded ? '' : creditorReference(reference),
    message: isWorded ? [number, reference].filter(Boolean).join(' ') : '',
  });
  if (epc) drawCode(pdf, epc, page.left, y);
  const left = page.left + (epc ? codeSize + 20 : 0);
  const facts: [string, string][] = [
    [t('invoices.recipient'), printable(seller.name, 120)],
    [t('invoices.iban'), formatIban(seller.iban)],
    ...(seller.bankName === ''
      ? []
      : [[t('invoices.bank'), printable(seller.bankName, 60)] as [string, string]]),
    ...(seller.bic === '' ? [] : [[t('invoices.bic'), seller.bic] as [string, string]]),
    ...(reference === '' ? [] : [[t('invoices.reference'), formatReference(reference)] as [string, string]]),
    [t('invoices.amountDue'), formatMoney(balanceCents, language)],
  ];
  let line = y;
  for (const [label, value] of facts) {
    doc.font('regular').fontSize(9).fillColor(palette.faint).text(label, left, line, { width: 100 });
    doc
      .font(faceOf(pdf, 'strong', value))
      .fillColor(palette.text)
      .text(value, left + 100, line, { width: page.end - left - 100, ...figures });
    line = doc.y + 2;
  }
  doc.font('regular').fontSize(8.5).fillColor(palette.quiet);
  doc.text(t(epc ? 'invoices.scan' : 'invoices.giveReference'), left, line + 4, { width: page.end - left });
}

/** Black on white, as ink, not as a picture. */
function drawCode({ doc }: PdfPage, text: string, left: number, top: number): void {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 1 });
  const side = codeSize / rows.length;
  for (const [rowIndex, row] of rows.entries()) {
    for (const [columnIndex, isDark] of row.entries()) {
      // A hair larger than its square: no seams between neighbours.
      if (isDark) doc.rect(left + columnIndex * side, top + rowIndex * side, side + 0.05, side + 0.05);
    }
  }
  doc.fillColor('#000000').fill();
}
