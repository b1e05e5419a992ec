import { expect, test } from 'vitest';
import { billingMeans } from '#server/testing/billing.ts';
import { expectRefused, type Pressed, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { claimVoucher, getVoucher, shareVoucher, takeBackLink } from '#shared/vouchers/contract.ts';
import { viewsOf } from '../commands.ts';
import * as data from '../data.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { ctxOf } = billingMeans(running);

/** A voucher of three uses, one of which is given on by a link. */
async function scene(limits = {}) {
  const home = await centre({ limits });
  const [owner, other] = [await home.account({ firstName: 'Mari' }), await home.account()];
  const { clientId, email } = owner;
  const { id } = await voucherOf(running, home, { clientId, isShareable: true, holderEmail: email, uses: 3 });
  const share = (actor = owner, voucherId = id) => call(shareVoucher, { body: { voucherId } }, { actor });
  const takeBack = (linkId: number, actor = owner) =>
    call(takeBackLink, { params: { id: linkId } }, { actor });
  const { body } = await share();
  const token = new URL(body.address).searchParams.get('token') ?? '';
  const [link] = await ask<{ id: number }>('select id from voucher_links where tenant_id = $1', home.id);
  const claim = (change: object = {}) =>
    call(
      claimVoucher,
      { body: { token, name: 'Kai Kask', email: 'kai@test.test', ...change } },
      { host: home.host },
    );
  return { home, owner, other, id, share, takeBack, claim, linkId: link?.id ?? 0 };
}
type Scene = Awaited<ReturnType<typeof scene>>;
type Press = (of: Scene) => Pressed;

const nobody = 9_999_999;
const notFound: Refusal = [404, 'voucherNotFound'];
const wrong = (field: string): Refusal => [400, 'dataValidationFailed', { field }];

test.each<[string, Press, Refusal]>([
  ['giving on what is somebody else’s', ({ share, other }) => share(other), notFound],
  ['giving on what is nobody’s', ({ share, owner }) => share(owner, nobody), notFound],
  ['taking back what somebody else gave', ({ takeBack, linkId, other }) => takeBack(linkId, other), notFound],
  ['taking back what nobody gave', ({ takeBack }) => takeBack(nobody), notFound],
  ['claiming by a link of nobody', ({ claim }) => claim({ token: 'x'.repeat(43) }), notFound],
  ['claiming without a name', ({ claim }) => claim({ name: ' ' }), wrong('name')],
  ['claiming to no address', ({ claim }) => claim({ email: 'nobody' }), wrong('email')],
])('%s is refused', async (_, press, refusal) => {
  const of = await scene();
  await expectRefused(running, of.home, () => press(of), refusal);
});

test('what was claimed is not taken back, nor claimed by another; what was taken back is not claimed', async () => {
  const { home, claim, takeBack, linkId } = await scene();
  expect((await claim()).error).toBeUndefined();
  await expectRefused(running, home, () => takeBack(linkId), [409, 'voucherClaimed']);
  await expectRefused(running, home, () => claim({ email: 'uus@test.test' }), [409, 'voucherAlreadyUsed']);
  const second = await scene();
  expect((await second.takeBack(second.linkId)).body).toEqual({ usesLeft: 3 });
  await expectRefused(running, second.home, () => second.claim(), notFound);
});

test('only what is open counts against how much may be given on at once', async () => {
  const { home, share, takeBack, linkId } = await scene({ voucherOpenLinksMax: 1 });
  await expectRefused(running, home, () => share(), [409, 'voucherLinksFull', { limit: 1 }]);
  await takeBack(linkId);
  expect((await share()).error).toBeUndefined();
});

test('uses that are held count as held until the hold is over', async () => {
  const { home, owner, id } = await scene();
  await ask(
    `insert into voucher_movements (tenant_id, voucher_id, kind, uses, held_until, created_at)
     values ($1, $2, 'hold', 1, $3::timestamptz + interval '15 minutes', $3::timestamptz) returning 1`,
    ...[home.id, id, clock.now()],
  );
  const held = async () => {
    const ctx = ctxOf(home);
    const [vouchers, movements] = await ctx.read(
      data.findVoucher({ voucherId: id }),
      data.listMovements({ voucherId: id }),
    );
    const [view] = await viewsOf(
      ctx,
      vouchers.map((voucher) => ({ voucher, movements })),
    );
    return [view?.usesHeld, view?.usesLeft];
  };
  expect(await held()).toEqual([1, 1]);
  clock.advance({ minutes: 16 });
  expect(await held()).toEqual([0, 2]);
  const seen = await call(getVoucher, { query: { id } }, { actor: owner });
  expect(seen.body).toMatchObject({ usesLeft: 2 });
});
