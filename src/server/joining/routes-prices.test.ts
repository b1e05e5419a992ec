import { expect, test } from 'vitest';
import { campaignOf } from '#server/testing/campaigns.ts';
import { addPackage } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/joining/contract.ts';
import { emptyForm, type JoinForm } from '#shared/joining/domain.ts';

const running = withServer();
const { centre, call } = running;
const startsOn = '2026-09-14';

/** A month at 45 € at the desk and 40 € in the app, with a joining fee of 10 €, and a code that takes a quarter off. */
async function priced() {
  const home = await centre({
    rules: { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } },
  });
  const prices = [{ clubId: home.clubId, priceCents: 4500, priceOnlineCents: 4000 }];
  const productId = await addPackage(running, home, { prices, joiningFeeCents: 1000 });
  await campaignOf(running, home, { code: 'SÜGIS-26', effect: 'percent', value: 25 });
  const of = { host: home.host, language: 'et' } as const;
  const request = { productId, unitId: home.clubId, startsOn };
  const discountOf = (code: string, parts: Partial<typeof request> = {}) =>
    call(contract.checkJoinDiscount, { body: { ...request, code, ...parts } }, of);
  return { home, productId, request, of, discountOf };
}

// shows: first-payment-sum, call-public-join-discount
test('a code takes its part off each line of the first payment, however it is typed', async () => {
  const { discountOf } = await priced();
  const { body } = await discountOf(' sügis-26');
  expect(body).toMatchObject({
    code: 'SÜGIS-26',
    lines: [
      { name: 'Monthly package et, 14.09.2026–13.10.2026', price: 40, discount: 10, total: 30 },
      { name: 'Joining fee et', price: 10, discount: 2.5, total: 7.5 },
    ],
    discount: 12.5,
    vat: 7.26,
    total: 37.5,
    // Later periods have no code.
    nextOn: '2026-10-14',
    nextPrice: 40,
  });
  expect((await discountOf('')).body).toMatchObject({ code: null, discount: 0, total: 50 });
});

test('a code of the package leaves the joining fee as it is, and never goes below nothing', async () => {
  const { home, productId, discountOf } = await priced();
  await campaignOf(running, home, {
    ...{ code: 'MONTH', effect: 'subtract', value: 9900, productIds: [productId] },
  });
  expect((await discountOf('MONTH')).body).toMatchObject({
    lines: [
      { discount: 40, total: 0 },
      { price: 10, discount: 0, total: 10 },
    ],
    discount: 40,
    total: 10,
  });
});

test('a code that cannot be used, a package that is not sold, a start that cannot be: each says so', async () => {
  const { home, discountOf } = await priced();
  await campaignOf(running, home, { code: 'OVER', validUntil: '2026-09-13' });
  const refused = async (code: string, parts = {}) => {
    const { status, error, refusal } = await discountOf(code, parts);
    return [status, error, refusal?.details];
  };
  expect(await refused('NONE')).toEqual([404, 'campaignCodeNotFound', undefined]);
  expect(await refused('OVER')).toEqual([409, 'campaignExpired', { date: '13.09.2026' }]);
  expect(await refused('', { productId: 2_000_000_000 })).toEqual([404, 'noProductsFound', undefined]);
  expect((await refused('', { startsOn: '2026-09-13' })).slice(0, 2)).toEqual([400, 'dataValidationFailed']);
});

test('what a code promises is what the form shows and what is to be paid', async () => {
  const { home, request, of, discountOf } = await priced();
  const form: JoinForm = {
    ...emptyForm('EE', startsOn, home.clubId),
    ...{ productId: request.productId, code: 'SÜGIS-26', hasAgreed: true, startsEarly: true },
    ...{ firstName: 'Õie', lastName: 'Pärn', idCode: '60001019906', email: 'oie@test.test' },
    ...{ phone: '+372 5555 1234', address: 'Niine 3', city: 'Tallinn', zip: '10414' },
  };
  const promised = (await discountOf('SÜGIS-26')).body;
  expect((await call(contract.checkJoin, { body: form }, of)).body).toEqual({
    problems: {},
    details: {},
    price: promised,
  });
  const { draftToken } = (await call(contract.openJoinDraft, { body: form }, of)).body;
  const { total } = (await call(contract.join, { body: { draftToken, form } }, of)).body;
  expect(total).toBe(promised.total);
});

// shows: call-public-join-online-discount
test('the app says what a period costs at the desk, what in the app, and the difference', async () => {
  const { home, request, of } = await priced();
  const { productId, unitId } = request;
  const asked = (body: { productId: number; unitId: number }) =>
    call(contract.checkJoinOnlineDiscount, { body }, of);
  expect((await asked({ productId, unitId })).body).toEqual({ price: 45, priceOnline: 40, discount: 5 });
  const plain = await addPackage(running, home);
  expect((await asked({ productId: plain, unitId })).body).toEqual({
    ...{ price: 45, priceOnline: 45, discount: 0 },
  });
  const elsewhere = await home.club();
  expect((await asked({ productId, unitId: elsewhere })).error).toBe('noProductsFound');
});
