import { formatReference } from '#shared/invoices/references/domain.ts';
import type { WholeInvoice } from '#shared/invoices/whole/domain.ts';
import { formatDate } from '#shared/kernel/dates.ts';
import { faceOf, figures, type PdfPage, page, palette, printable } from './palette.ts';

/** Logo and name, what it is and its number; who sells, who pays, when. Returns where the lines begin. */
export function drawHead(
  pdf: PdfPage,
  invoice: WholeInvoice,
  brand: { readonly title: string; readonly logo: Buffer | undefined },
): number {
  const { doc, t } = pdf;
  const logoSize = 40;
  if (brand.logo) doc.image(brand.logo, page.left, page.top, { width: logoSize, height: logoSize });
  const nameLeft = page.left + (brand.logo ? logoSize + 12 : 0);
  const title = printable(brand.title, 60);
  doc
    .font(faceOf(pdf, 'strong', title))
    .fontSize(13)
    .fillColor(palette.text);
  doc.text(title, nameLeft, page.top + 12, { width: 220 });
  const isCreditNote = invoice.kind === 'creditNote';
  doc.font('strong').fontSize(20);
  doc.text(t(isCreditNote ? 'invoices.paperCreditNote' : 'invoices.paperInvoice'), page.left, page.top - 2, {
    width: page.width,
    align: 'right',
  });
  doc.font('regular').fontSize(12).fillColor(palette.quiet);
  doc.text(invoice.number, page.left, page.top + 24, { width: page.width, align: 'right', ...figures });

  const top = page.top + 72;
  const column = (page.width - 32) / 3;
  const { seller, payer, client } = invoice;
  const ends = [
    drawParty(pdf, t('invoices.seller'), page.left, top, column, seller.name, [
      `${t('invoices.registryCode')} ${seller.registryCode}`,
      seller.vatNumber === '' ? '' : `${t('invoices.vatNumber')} ${seller.vatNumber}`,
      seller.contact.address,
      seller.contact.email,
      seller.contact.phone,
    ]),
    drawParty(pdf, t('invoices.payer'), page.left + column + 16, top, column, payer.name, [
      payer.registryCode === '' ? '' : `${t('invoices.registryCode')} ${payer.registryCode}`,
      payer.vatNumber === '' ? '' : `${t('invoices.vatNumber')} ${payer.vatNumber}`,
      payer.address,
      payer.email,
      client
        ? `${t('invoices.clientCode', { code: client.code })}${client.name === payer.name ? '' : `, ${client.name}`}`
        : '',
    ]),
    drawFacts(pdf, invoice, page.left + 2 * (column + 16), top, column),
  ];
  let y = Math.max(...ends) + 20;
  if (invoice.credits) {
    const { number, issuedOn } = invoice.credits;
    doc.font('strong').fontSize(10).fillColor(palette.text);
    doc.text(t('invoices.creditsInvoice', { number, date: formatDate(issuedOn) }), page.left, y, {
      width: page.width,
    });
    y = doc.y;
    if (invoice.reason !== '') {
      const reason = t('invoices.reason', { reason: printable(invoice.reason, 300) });
      doc.font(faceOf(pdf, 'regular', reason)).fillColor(palette.quiet);
      doc.text(reason, page.left, y + 2, {
        width: page.width,
      });
      y = doc.y;
    }
    y += 14;
  }
  return y;
}

function drawParty(
  pdf: PdfPage,
  label: string,
  left: number,
  top: number,
  width: number,
  name: string,
  facts: readonly string[],
): number {
  const { doc } = pdf;
  doc.font('regular').fontSize(8.5).fillColor(palette.faint).text(label, left, top, { width });
  const shown = printable(name, 120);
  doc
    .font(faceOf(pdf, 'strong', shown))
    .fontSize(10)
    .fillColor(palette.text)
    .text(shown, left, top + 14, { width });
  doc.fontSize(9).fillColor(palette.quiet);
  for (const fact of facts.map((one) => printable(one, 160))) {
    if (fact !== '') doc.font(faceOf(pdf, 'regular', fact)).text(fact, left, doc.y + 1.5, { width });
  }
  return doc.y;
}

function drawFacts(
  { doc, t }: PdfPage,
  invoice: WholeInvoice,
  left: number,
  top: number,
  width: number,
): number {
  const facts: [string, string][] = [[t('invoices.paperDate'), formatDate(invoice.issuedOn)]];
  if (invoice.kind === 'invoice') {
    facts.push([t('invoices.paperDue'), formatDate(invoice.dueOn)]);
    if (invoice.reference !== '') facts.push([t('invoices.reference'), formatReference(invoice.reference)]);
  }
  let y = top;
  for (const [label, value] of facts) {
    doc.font('regular').fontSize(8.5).fillColor(palette.faint).text(label, left, y, { width });
    doc
      .font('strong')
      .fontSize(10)
      .fillColor(palette.text)
      .text(value, left, doc.y + 1, { width, ...figures });
    y = doc.y + 6;
  }
  return y - 6;
}
