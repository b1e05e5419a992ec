import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { centsToEuros } from '#shared/kernel/money.ts';
import * as contract from '#shared/vouchers/contract.ts';
import { entriesOf, grantedOf, openedStateOf } from '#shared/vouchers/domain.ts';
import { type Keys, keysOf } from './codes/commands.ts';
import * as commands from './commands.ts';
import { adjustVoucher } from './corrections/commands.ts';
import { keepVoucher } from './keeping/commands.ts';
import * as links from './links/commands.ts';
import { countOpenLinks } from './links/data.ts';
import { writeClaimedMail, writeVoucherMail } from './mails.ts';
import { restoreVoucher, revokeVoucher } from './revoking/commands.ts';

export function mountVouchers(app: App): void {
  const { tokens, originOf } = app.ports;

  mount(app, contract.listVouchers, async (ctx) => {
    const { clientId } = member(ctx);
    const [own, [counts]] = await Promise.all([
      commands.listOwn(ctx, clientId),
      ctx.read(countOpenLinks({ clientId })),
    ]);
    const open = new Map(counts.map(({ voucherId, count }) => [voucherId, count]));
    return own.map((view) => toOwn(ctx.tenant, view, open.get(view.voucher.id) ?? 0));
  });

  mount(app, contract.getVoucher, async (ctx, { query }) => {
    const { tenant, now } = ctx;
    const view = await commands.getOwn(ctx, member(ctx).clientId, query.id ?? 0);
    const { voucher, movements } = view;
    const given = await links.listGiven(ctx, tokens, voucher.id);
    return {
      ...toOwn(tenant, view, given.filter(({ state }) => state === 'open').length),
      code: keysOf(tokens, tenant.id, 'voucher', voucher.id, voucher.salt).code,
      entries: entriesOf(voucher, movements, now).map(({ at: atDateTime, ...entry }) => ({
        ...entry,
        atDateTime,
      })),
      links: given.map(({ id, createdAt, state, keys, claimedName }) =>
        toLink(tenant, { id, createdAt, state, claimedName, keys }),
      ),
      openLinksMax: tenant.limits.voucherOpenLinksMax,
    };
  });

  mount(app, contract.shareVoucher, async (ctx, { body }) => {
    const { clientId } = member(ctx);
    const { id, createdAt, ...keys } = await links.shareUse(ctx, tokens, clientId, body.voucherId);
    return toLink(ctx.tenant, { id, createdAt, state: 'open', claimedName: null, keys });
  });

  mount(app, contract.takeBackLink, async (ctx, { params }) =>
    links.takeBack(ctx, member(ctx).clientId, params.id),
  );

  mount(app, contract.adjustVoucher, (ctx, { params, body }) => adjustVoucher(ctx, params.id, body));

  mount(app, contract.revokeVoucher, (ctx, { params, body }) => revokeVoucher(ctx, params.id, body.reason));
  mount(app, contract.restoreVoucher, (ctx, { params, body }) => restoreVoucher(ctx, params.id, body.reason));

  mount(app, contract.getPublicVoucher, async (ctx, { query }, exchange) => {
    const opened = await links.open(ctx, tokens, query.token, exchange.address);
    return opened.kind === 'voucher' ? toPublic(ctx, opened.of) : toClaim(ctx, opened);
  });

  mount(app, contract.findByCode, async (ctx, { body }, exchange) => ({
    token: await links.findByCode(ctx, tokens, body.code, exchange.address),
  }));

  mount(app, contract.claimVoucher, async (ctx, { body }, exchange) => {
    const { tenant } = ctx;
    const { name: tenantName } = tenant;
    const origin = originOf(tenant);
    return links.claim(ctx, tokens, body, exchange.address, {
      claimed: ({ keys, ...parts }) =>
        writeVoucherMail('claimed', { ...parts, ...keys, uses: 1, tenantName, origin }),
      told: (parts) => writeClaimedMail({ ...parts, tenantName }),
    });
  });

  mount(app, contract.keepVoucher, (ctx, { body }, exchange) =>
    keepVoucher(ctx, tokens, body.token, exchange.address),
  );

  mount(app, contract.buyVoucherAsVisitor, async (ctx, { body }, { address }) => {
    const { productId, unitId, code, ...details } = body;
    const request = { productId, clubId: unitId, startsOn: null, code };
    return toSold(await commands.buyAsVisitor(ctx, tokens, request, details, address));
  });

  mount(app, contract.buyVoucher, async (ctx, { body }) => {
    const { productId, unitId, code } = body;
    const request = { productId, clubId: unitId, startsOn: null, code };
    return toSold(await commands.buyAsMember(ctx, tokens, request, member(ctx).clientId));
  });

  function toPublic({ tenant, actor }: Ctx, of: commands.VoucherView): contract.PublicVoucher {
    const { id, salt, holderName, clientId } = of.voucher;
    const { code } = keysOf(tokens, tenant.id, 'voucher', id, salt);
    const isCallers = actor.kind === 'member' && actor.clientId === clientId;
    const kept = clientId === null ? 'nobody' : isCallers ? 'caller' : 'other';
    return { kind: 'voucher', ...toShown(tenant, of), holderName, code, kept };
  }

  function toLink(
    tenant: Tenant,
    link: {
      id: number;
      createdAt: string;
      state: 'open' | 'claimed';
      claimedName: string | null;
      keys: Keys | null;
    },
  ): contract.VoucherLink {
    const { id, createdAt: createdDateTime, state, claimedName, keys } = link;
    return {
      id,
      createdDateTime,
      state,
      address: keys ? `${originOf(tenant)}/public/vouchers?token=${keys.token}` : '',
      code: keys?.code ?? '',
      claimedName: claimedName ?? '',
    };
  }
}

function toShown(tenant: Tenant, { voucher, movements, name, usesLeft, state }: commands.VoucherView) {
  const { clubId, validFrom, validUntil } = voucher;
  const uses = grantedOf(voucher.uses, movements);
  const clubName = tenant.clubs.find(({ id }) => id === clubId)?.name ?? '';
  return { name, clubName, validFrom, validUntil, state, uses, usesLeft };
}

function toOwn(tenant: Tenant, view: commands.VoucherView, openLinks: number): contract.Voucher {
  const { voucher, usesHeld } = view;
  const { id, isShareable } = voucher;
  return { id, ...toShown(tenant, view), isShareable, usesHeld, openLinks };
}

function toClaim(
  { tenant, now }: Ctx,
  { link, from }: Extract<links.Opened, { kind: 'link' }>,
): contract.PublicVoucher {
  const { name, clubName, validFrom, validUntil } = toShown(tenant, from);
  const state = openedStateOf(link, from.voucher, { now, timeZone: tenant.timeZone });
  return {
    kind: 'link',
    name,
    clubName,
    validFrom,
    validUntil,
    state,
    giver: links.firstName(link.ownerName),
  };
}

function toSold({ invoiceToken, totalCents }: Awaited<ReturnType<typeof commands.buyAsMember>>) {
  return { invoiceToken, total: centsToEuros(totalCents) };
}
