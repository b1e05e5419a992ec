import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { toDate } from '#server/kernel/clock.ts';
import { toPng } from '#server/kernel/decoding/drawing.ts';
import { loadTexts, textsFor } from '#server/kernel/texts.ts';
import type { WholeInvoice } from '#shared/invoices/whole/domain.ts';
import { epochMilliseconds, startOfDay } from '#shared/kernel/dates.ts';
import type { PdfBrand } from './brand.ts';
import { drawHead } from './head.ts';
import { drawLines } from './lines.ts';
import { type PdfPage, page, palette, printable } from './palette.ts';
import { drawPayment } from './payment.ts';
import { drawSums } from './sums.ts';

const require = createRequire(import.meta.url);
const fontFile = (name: string) => readFileSync(require.resolve(`@expo-google-fonts/figtree/${name}.ttf`));
const wideFile = (name: string) => require.resolve(`@expo-google-fonts/onest/${name}.ttf`);
/** Read once, when the first paper is drawn: one file holds every letter of the three languages. */
let fonts: { readonly regular: Buffer; readonly strong: Buffer } | undefined;

interface GivenDocument {
  readonly invoice: WholeInvoice;
  readonly brand: PdfBrand;
}

/** Of the printed 16 mm at 400 dots an inch. */
const logoPixels = 256;

/**
 * An invoice or credit note as PDF, with what the laws of both countries ask for (protocols section 6.4). Bounded by what
 * the tables allow: 1000 lines of 300 characters. Not for the process that answers: `papers` of brand.ts.
 */
export async function drawDocument({ invoice, brand }: GivenDocument): Promise<Buffer> {
  await loadTexts();
  fonts ??= {
    regular: fontFile('400Regular/Figtree_400Regular'),
    strong: fontFile('600SemiBold/Figtree_600SemiBold'),
  };
  const t = textsFor(invoice.language);
  const isCreditNote = invoice.kind === 'creditNote';
  const title = `${t(isCreditNote ? 'invoices.paperCreditNote' : 'invoices.paperInvoice')} ${invoice.number}`;
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: page.top, left: page.left, right: page.right, bottom: 0 },
    bufferPages: true,
    pdfVersion: '1.7',
    lang: invoice.language,
    displayTitle: true,
    info: {
      Title: title,
      Author: printable(invoice.seller.name, 120),
      Subject: printable(brand.title, 120),
      Creator: 'Trenn',
      Producer: 'Trenn',
      CreationDate: toDate(epochMilliseconds(startOfDay(invoice.issuedOn, brand.timeZone))),
    },
  });
  const bytes = buffer(doc);
  doc.registerFont('regular', fonts.regular).registerFont('strong', fonts.strong);
  doc
    .registerFont('regularWide', wideFile('400Regular/Onest_400Regular'))
    .registerFont('strongWide', wideFile('600SemiBold/Onest_600SemiBold'));
  const logo = await drawLogo(brand.logoSvg);
  const pdf: PdfPage = { doc, t, language: invoice.language, country: brand.country, knows: knownTo(doc) };
  let y = drawHead(pdf, invoice, { title: brand.title, logo });
  for (const line of drawLines(pdf, invoice, y)) y = line;
  y = drawSums(pdf, invoice, y);
  drawPayment(pdf, invoice, y);
  numberPages(pdf, title);
  doc.end();
  return bytes;
}

/** What the face in hand has: the document keeps it as it was read. */
function knownTo(doc: PDFKit.PDFDocument): PdfPage['knows'] {
  const { _font: face } = doc.font('regular') as unknown as {
    readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean } };
  };
  return (text) => [...text].every((sign) => face.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0));
}

async function drawLogo(svg: string): Promise<Buffer | undefined> {
  try {
    return await toPng({ svg, size: logoPixels });
  } catch {
    return undefined;
  }
}

function numberPages({ doc, t }: PdfPage, title: string): void {
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    doc.font('regular').fontSize(8).fillColor(palette.faint);
    doc.text(title, page.left, page.footer, { width: page.width / 2, lineBreak: false });
    doc.text(t('invoices.page', { page: index + 1, pages: count }), page.left, page.footer, {
      width: page.width,
      align: 'right',
      lineBreak: false,
    });
  }
}
