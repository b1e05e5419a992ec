import { createCanvas, loadImage } from '@napi-rs/canvas';
import decodeQr from 'qr/decode.js';
import { renderPageAsImage } from 'unpdf';
import { describe, expect, test } from 'vitest';
import type { Centre, CentreParts } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { withServer } from '#server/testing/server.ts';
import { cents } from '#shared/kernel/money.ts';
import { findWholeInvoice } from '../views/commands.ts';
import { brandOf } from './brand.ts';
import { drawDocument } from './document.ts';

// The paper as a payer gets it is drawn to pixels, as a screen or a printer does, and the code read off it as a bank's app
// does. What it must say is written down here anew, after EPC069-12.
const running = withServer();
const { centre, ask } = running;
const { issued, pay, ctxOf } = invoiceMeans(running);

const account = { name: 'Põhjala Spordikeskus OÜ', iban: 'EE382200221020145685', bic: 'HABAEE2X' };

async function furnished(parts: CentreParts = {}): Promise<Centre> {
  const home = await centre(parts);
  await ask('update tenants set company = company || $2::jsonb where tenant_id = $1', home.id, account);
  await running.server.tenants.load();
  return home;
}

/** What a bank's app reads off the first page. */
async function scan(home: Centre, invoiceId: number): Promise<readonly string[]> {
  const ctx = ctxOf(home);
  const invoice = await findWholeInvoice(ctx, { invoiceId });
  if (!invoice) throw new Error('no invoice');
  const pdf = await drawDocument({ invoice, brand: brandOf(ctx.tenant) });
  const png = await renderPageAsImage(new Uint8Array(pdf), 1, {
    canvasImport: () => import('@napi-rs/canvas'),
    scale: 3,
  });
  const image = await loadImage(Buffer.from(png));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { width, height, data } = context.getImageData(0, 0, image.width, image.height);
  const text = decodeQr({ width, height, data }, { timeLimit: 10_000 });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(331);
  // Nothing stands after the last line that is used.
  expect(text).toBe(text.trimEnd());
  return text.split('\n');
}

/** ISO 11649: the first four signs go to the end, letters are numbers from 10 on, and 97 leaves 1. */
function leavesOne(reference: string): boolean {
  const turned = reference.slice(4) + reference.slice(0, 4);
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

describe('the payment code of a drawn invoice', () => {
  test('says whom to pay, how much, and the creditor reference', async () => {
    const home = await furnished();
    const invoice = await issued(home, { lines: [{ unitCents: cents(7205) }] });
    const lines = await scan(home, invoice.id);
    expect(lines.slice(0, 9)).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      account.bic,
      account.name,
      account.iban,
      'EUR72.05',
      '',
    ]);
    // A structured reference and nothing beside it.
    expect(lines).toHaveLength(10);
    const [reference = ''] = lines.slice(9);
    expect(reference).toMatch(/^RF\d{2}\d{2,21}$/);
    expect(leavesOne(reference)).toBe(true);
    expect(reference.slice(4)).toBe(invoice.reference);
  });

  test('asks for what is still to be paid', async () => {
    const home = await furnished();
    const invoice = await issued(home, { lines: [{ unitCents: cents(100_000) }] });
    await pay(home, invoice.id, 99_999);
    expect((await scan(home, invoice.id))[7]).toBe('EUR0.01');
  });

  test('in Latvia, which has no reference of its own, names the invoice in words', async () => {
    const home = await furnished({ country: 'LV' });
    const invoice = await issued(home, { language: 'lv' });
    const lines = await scan(home, invoice.id);
    expect(lines.slice(7)).toEqual(['EUR72.40', '', '', `${invoice.number} ${invoice.reference}`]);
  });
});
