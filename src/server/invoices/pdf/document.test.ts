import { extractImages, extractText, getDocumentProxy, getMeta } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTexts } from '#server/kernel/texts.ts';
import { Payer, Seller } from '#shared/invoices/domain.ts';
import { referenceOf } from '#shared/invoices/references/domain.ts';
import { tax, type VatKind, vatRowsOf } from '#shared/invoices/vat/domain.ts';
import type { WholeInvoice } from '#shared/invoices/whole/domain.ts';
import { cents } from '#shared/kernel/money.ts';
import type { PdfBrand } from './brand.ts';
import { drawDocument } from './document.ts';

beforeAll(loadTexts);

const seller = Seller.parse({
  name: 'Põhjala Spordikeskus OÜ',
  registryCode: '19000111',
  vatNumber: 'EE199002074',
  contact: { email: 'info@pohjala.test', phone: '+372 5550 0101', address: 'Rannakaldu 14, Tallinn' },
  iban: 'EE382200221020145685',
  bic: 'TAMMEE2X',
  bankName: 'Tamme Pank',
});
const brand: PdfBrand = {
  title: 'Põhjala Spordikeskus',
  logoSvg:
    '<svg xmlns="http://www.w3.org/2000/svg" width="16mm" height="16mm" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
  country: 'EE',
  timeZone: 'Europe/Tallinn',
};

interface Goods {
  readonly article: string;
  readonly quantity?: number;
  readonly unit: number;
  readonly discount?: number;
  readonly vatKind?: VatKind;
}
const rates = { standard: 2400, reduced: 1300, zero: 0, exempt: 0 };

function invoiceOf(goods: readonly Goods[], over: Partial<WholeInvoice> = {}): WholeInvoice {
  const taxed = tax(
    goods.map(({ article, quantity = 1, unit, discount = 0, vatKind = 'standard' }, index) => ({
      position: index + 1,
      productId: null,
      article,
      quantity,
      unitCents: cents(unit),
      discountCents: cents(discount),
      vatKind,
      vatRate: rates[vatKind],
      supplyOn: '2026-09-12',
    })),
  );
  return {
    id: 1,
    kind: 'invoice',
    number: 'A-2026-000123',
    reference: referenceOf('12131295'),
    mailTo: '',
    clientId: 1,
    client: { name: 'Jānis Bērziņš', code: '20733' },
    payer: Payer.parse({ name: 'Ģirts Ķļņš', email: 'girts@test.test', address: 'Ēveles iela 4, Rīga' }),
    seller,
    language: 'et',
    issuedOn: '2026-09-14',
    dueOn: '2026-09-21',
    state: 'issued',
    isOpen: true,
    lines: taxed.lines,
    vatRows: vatRowsOf(taxed.lines),
    netCents: taxed.netCents,
    vatCents: taxed.vatCents,
    totalCents: taxed.totalCents,
    paidCents: cents(0),
    creditedCents: cents(0),
    balanceCents: taxed.totalCents,
    payments: [],
    creditNotes: [],
    credits: null,
    reason: '',
    ...over,
  };
}

const goods: Goods[] = [
  { article: '10 külastuse pilet, õhtune', quantity: 3, unit: 990 },
  { article: 'Jõutreeningu raamat', unit: 4000, discount: 500, vatKind: 'reduced' },
];

async function read(invoice: WholeInvoice, centre = brand) {
  const bytes = await drawDocument({ invoice, brand: centre });
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(document, { mergePages: false });
  const plain = text.map((one) => one.replaceAll(/\s+/g, ' '));
  return { bytes, text: plain.join('\n'), pages: plain, totalPages, meta: await getMeta(document) };
}

/** The pictures of a paper: the page each is on, and the colour in its middle. */
async function picturesOf(pdf: Buffer): Promise<{ page: number; middle: number[] }[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const found = await Promise.all(pages.map((page) => extractImages(document, page)));
  return found.flatMap((images, index) =>
    images.map(({ data, width, height, channels }) => {
      const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * channels;
      return { page: index + 1, middle: [...data.subarray(at, at + 3)] };
    }),
  );
}

describe('an invoice', () => {
  // shows: invoice-line-fields
  test('says all that the law asks for', async () => {
    const { text, totalPages, meta } = await read(invoiceOf(goods));
    expect(totalPages).toBe(1);
    for (const said of [
      'Arve A-2026-000123',
      // Who sells, who pays, for whom.
      'Põhjala Spordikeskus OÜ',
      'Registrikood 19000111',
      'KMKR nr EE199002074',
      'Rannakaldu 14, Tallinn',
      'Ģirts Ķļņš',
      'Ēveles iela 4, Rīga',
      'Klient 20733, Jānis Bērziņš',
      // When.
      'Kuupäev 14.09.2026',
      'Maksetähtaeg 21.09.2026',
      'Osutatud 12.09.2026',
      // What: number, price without VAT, rate, sums, discount.
      '10 külastuse pilet, õhtune',
      'Soodustus 5,00 €',
      // By rate, and in all.
      'Maksustatav 24% 23,95 €',
      'Käibemaks 24% 5,75 €',
      'Maksustatav 13% 30,97 €',
      'Käibemaks 13% 4,03 €',
      'Käibemaksuta 54,92 €',
      'Käibemaks kokku 9,78 €',
      'Kokku 64,70 €',
      'Tasuda 64,70 €',
      // How to pay.
      'EE38 2200 2210 2014 5685',
      'TAMMEE2X',
      'Tamme Pank',
      '1213 1295 2',
      'Leht 1/1',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).toMatch(/3 7,98 24 23,95 5,75 29,70/);
    expect(meta.info).toMatchObject({
      Title: 'Arve A-2026-000123',
      Author: 'Põhjala Spordikeskus OÜ',
      Language: 'et',
    });
  });

  test.each([
    ['en', 'Invoice A-2026-000123', 'To pay €64.70'],
    ['lv', 'Rēķins A-2026-000123', 'Apmaksai 64,70 €'],
  ] as const)('speaks its own language: %s', async (language, title, due) => {
    const { text } = await read(invoiceOf(goods, { language }));
    expect(text).toContain(title);
    expect(text).toContain(due);
    expect(text).not.toMatch(/invoices\.|\{\{|undefined|null/);
  });

  test('partly paid, asks for the rest; paid, for nothing', async () => {
    const partly = await read(invoiceOf(goods, { paidCents: cents(4000), balanceCents: cents(2470) }));
    expect(partly.text).toContain('Makstud −40,00 €');
    expect(partly.text).toContain('Tasuda 24,70 €');
    const paid = await read(
      invoiceOf(goods, { paidCents: cents(6470), balanceCents: cents(0), isOpen: false, state: 'paid' }),
    );
    expect(paid.text).toContain('Tasuda ei ole midagi');
    expect(paid.text).not.toContain('TAMMEE2X');
  });

  test.each([
    ['EE', { ...seller, vatNumber: '' }, 'Müüja ei ole käibemaksukohustuslane.'],
    ['EE', seller, 'käibemaksuseaduse § 16'],
    ['LV', seller, 'Läti käibemaksuseaduse § 52'],
  ])('says why nothing is taxed: %s', async (country, from, why) => {
    const { text } = await read(
      invoiceOf([{ article: 'Member fee', unit: 3000, vatKind: 'exempt' }], { seller: from }),
      { ...brand, country },
    );
    expect(text).toContain(why);
    expect(text).toContain('Käibemaksuvaba 30,00 €');
    if (from.vatNumber === '') expect(text).not.toContain('KMKR');
  });

  test('a credit note names what it takes back, and is nothing to pay', async () => {
    const { text } = await read(
      invoiceOf([{ article: 'Pilet', unit: -990 }], {
        kind: 'creditNote',
        number: 'K-2026-000001',
        reference: '',
        isOpen: false,
        balanceCents: cents(0),
        credits: { id: 1, number: 'A-2026-000100', issuedOn: '2026-09-01', totalCents: cents(990) },
        reason: 'Trenn jäi ära',
      }),
    );
    for (const said of [
      'Kreeditarve K-2026-000001',
      'Krediteerib arvet A-2026-000100, 01.09.2026',
      'Põhjus: Trenn jäi ära',
      'Kokku −9,90 €',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain('Tasuda');
  });
});

describe('bounds', () => {
  test('a thousand lines break into pages, each with its head, none lost', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({
      article: `Article ${index + 1} end`,
      unit: 100 + index,
    }));
    const { text, pages, totalPages, bytes } = await read(invoiceOf(many));
    expect(totalPages).toBeGreaterThan(30);
    expect(bytes.length).toBeLessThan(1_000_000);
    for (const { article } of many) expect(text).toContain(article);
    for (const page of pages.slice(0, -1)) expect(page).toContain('Hind km-ta');
    expect(pages[0]).toContain('Jätkub järgmisel lehel');
    expect(pages.at(-1)).toContain(`Leht ${totalPages}/${totalPages}`);
  });

  test('names of a million letters are cut, not drawn', { timeout: 60_000 }, async () => {
    const { totalPages, bytes } = await read(
      invoiceOf([{ article: 'x'.repeat(1_000_000), unit: 100 }], {
        payer: Payer.parse({
          name: 'ž'.repeat(1_000_000),
          email: 'a'.repeat(1_000_000),
          address: '\n'.repeat(100_000),
        }),
        reason: 'y'.repeat(1_000_000),
      }),
      { ...brand, title: 'w'.repeat(1_000_000) },
    );
    expect(totalPages).toBe(1);
    expect(bytes.length).toBeLessThan(200_000);
  });

  test('a logo that cannot be drawn is left out', async () => {
    const { text, bytes } = await read(invoiceOf(goods), { ...brand, logoSvg: 'no drawing' });
    expect(text).toContain('Põhjala Spordikeskus');
    expect(await picturesOf(bytes)).toEqual([]);
  });
});

// shows: invoice-logo
test.each([
  ['#C81E3A', [0xc8, 0x1e, 0x3a]],
  ['#0B6E4F', [0x0b, 0x6e, 0x4f]],
])(
  'the logo of the centre is drawn once, on the first page, in its own colours: %s',
  async (fill, middle) => {
    const logoSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="${fill}" d="M0 0h1v1H0z"/></svg>`;
    const many = Array.from({ length: 60 }, () => ({ article: 'Visit', unit: 990 }));
    const { bytes, totalPages } = await read(invoiceOf(many), { ...brand, logoSvg });
    expect(totalPages).toBeGreaterThan(1);
    expect(await picturesOf(bytes)).toEqual([{ page: 1, middle }]);
  },
);

describe('names in other letters', () => {
  /** Signs of a paper that its faces do not know, and the names of the faces. */
  async function drawn(invoice: WholeInvoice) {
    const document = await getDocumentProxy(new Uint8Array(await drawDocument({ invoice, brand })));
    const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
    const shown = argsArray.flatMap((args, index) => (fnArray[index] === showText ? args[0] : []));
    const unknown = shown.filter((sign: { originalCharCode?: number }) => sign.originalCharCode === 0);
    const bytes = (await drawDocument({ invoice, brand })).toString('latin1');
    return {
      shown: shown.length,
      unknown: unknown.length,
      faces: [...new Set(bytes.match(/(?<=FontName \/[A-Z]+\+)[A-Za-z]+/g))].toSorted(),
    };
  }
  const showText = 44;

  test('are drawn with a face that has them, and that face is in no other paper', async () => {
    const plain = await drawn(invoiceOf(goods));
    expect([plain.unknown, plain.faces]).toEqual([0, ['Figtree']]);
    const payer = Payer.parse({
      name: 'Иван Петров',
      email: 'ivan@test.test',
      address: 'Нарвское шоссе 4, Jõhvi',
    });
    const client = { name: 'Анна Петрова', code: '20734' };
    const of = {
      kind: 'creditNote',
      credits: { id: 2, number: 'A-1', issuedOn: '2026-09-13', totalCents: cents(100) },
    } as const;
    const words = [
      { article: 'Йога, 10 külastust', unit: 990 },
      { article: 'Ţone', unit: 100 },
    ];
    const other = await drawn(invoiceOf(words, { payer, client, ...of, reason: 'Анна больна' }));
    expect(other.shown).toBeGreaterThan(100);
    expect([other.unknown, other.faces]).toEqual([0, ['Figtree', 'Onest']]);
    const { text } = await read(invoiceOf(words, { payer, client }));
    for (const said of ['Иван Петров', 'Нарвское шоссе 4, Jõhvi', 'Анна Петрова', 'Йога, 10 külastust']) {
      expect(text).toContain(said);
    }
  });
});
