import { browserOf } from '#server/account/sessions/cookie.ts';
import type { App } from '#server/kernel/app.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { type Exchange, mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/joining/contract.ts';
import { emptyForm, withdrawUntil } from '#shared/joining/domain.ts';
import { idCountries } from '#shared/joining/identity/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import { onlineCents } from '#shared/products/domain.ts';
import * as commands from './commands.ts';
import { agreementOf, findOwnJoin, takeOver } from './owning/commands.ts';
import { type FirstPrice, type NamedPackage, priceOf, rulesOf } from './prices/commands.ts';
import { describeProof, joinByProof, joinOrAsk, type ProvingPorts } from './proving/commands.ts';
import { seeIn } from './showing/commands.ts';

export function mountJoining(app: App): void {
  const { tokens } = app.ports;
  const fromOf = (exchange: Exchange) => ({ address: exchange.address, browser: browserOf(exchange) });

  mount(app, contract.getJoin, async (ctx) => {
    const { rules, packages } = await rulesOf(ctx);
    const { page, hasGuardians, today, startUntil } = rules;
    const sold = ctx.tenant.pageRules.payment.isPaymentActive ? packages : [];
    return {
      page,
      hasGuardians,
      countries: [...idCountries],
      country: countryOf(ctx),
      startFrom: today,
      startUntil,
      withdrawalDays: rules.withdrawalDays,
      clubs: ctx.tenant.clubs
        .filter(({ id }) => sold.some(({ clubId }) => clubId === id))
        .map(({ id, name }) => ({ id, name })),
      packages: toPackages(ctx, sold),
    };
  });

  mount(app, contract.getJoinProduct, async (ctx, { query }) => {
    const { packages } = await rulesOf(ctx);
    const [found] = toPackages(
      ctx,
      packages.filter(({ id }) => id === query.id),
    );
    if (!found) throw new AppError('noProductsFound');
    return found;
  });

  mount(app, contract.checkJoin, async (ctx, { body }, { address }) => {
    const { problems, details, price } = await commands.checkForm(ctx, tokens, body, address);
    return { problems, details, price: price && toPrice(ctx, price) };
  });

  mount(app, contract.checkJoinDiscount, async (ctx, { body }, { address }) => {
    const { productId, unitId: clubId, startsOn, code } = body;
    return toPrice(ctx, await priceOf(ctx, tokens, { productId, clubId, startsOn, code }, address));
  });

  mount(app, contract.checkJoinOnlineDiscount, async (ctx, { body }) => {
    const { packages } = await rulesOf(ctx);
    const row = packages.find(({ id, clubId }) => id === body.productId && clubId === body.unitId);
    if (!row) throw new AppError('noProductsFound');
    const online = onlineCents(row);
    return {
      price: centsToEuros(row.priceCents),
      priceOnline: centsToEuros(online),
      discount: centsToEuros(cents(row.priceCents - online)),
    };
  });

  mount(app, contract.openJoinDraft, async (ctx, { body }, { address }) => ({
    draftToken: await commands.openDraft(ctx, tokens, body, address),
  }));

  mount(app, contract.changeJoinDraft, async (ctx, { body }, exchange) => {
    const { draftToken: token, form } = body;
    await commands.changeDraft(ctx, tokens, { token, form }, fromOf(exchange));
    return {};
  });

  mount(app, contract.getJoinDraft, async (ctx, { query }, exchange) => {
    const row = await commands.findDraft(ctx, tokens, query.token ?? '', exchange.address);
    // Whose it became looks at it in their account.
    const own = row.takenOverAt === null ? row.invoiceId : null;
    const openInvoice = await commands.openInvoiceOf(ctx, tokens, own);
    const isTaken = row.state === 'joined' || row.takenOverAt !== null;
    const form = commands.wholeForm(row);
    const empty = emptyForm(countryOf(ctx), '', null);
    const invoiceToken = openInvoice?.token ?? null;
    if (isTaken) return { state: 'joined' as const, form: empty, invoiceToken, isShown: false };
    const state = row.state === 'paying' ? ('paying' as const) : ('open' as const);
    const seen = form && (await seeIn(ctx, row.id, { form, empty }, browserOf(exchange)));
    return { state, form: empty, invoiceToken, isShown: false, ...seen };
  });

  mount(app, contract.join, async (ctx, { body }, exchange) => {
    const { draftToken: token, form, isShown } = body;
    const request = { token, form, isShown };
    const { invoiceToken, totalCents } = await joinOrAsk(ctx, app.ports, request, fromOf(exchange));
    return { invoiceToken, total: centsToEuros(totalCents) };
  });

  mount(app, contract.getOwnJoin, async (ctx, { query }, exchange) => {
    const { agreed, price, row, packageName, otherNumber } = await findOwnJoin(
      ctx,
      tokens,
      query.token ?? '',
      fromOf(exchange),
    );
    return {
      packageName,
      clubName: ctx.tenant.clubs.find(({ id }) => id === agreed.clubId)?.name ?? '',
      startsOn: agreed.startsOn,
      isPaid: row.state === 'joined',
      isTaken: row.takenOverAt !== null,
      otherNumber,
      price: price && toPrice(ctx, price),
      agreement: agreementOf(row),
    };
  });

  mount(app, contract.takeOverJoin, async (ctx, { body }, exchange) => ({
    invoiceToken: await takeOver(ctx, tokens, body, fromOf(exchange)),
  }));
}

/** Joining by a mailed link; what it hands over needs the process. */
export function mountJoinProofs(app: App, ports: ProvingPorts): void {
  mount(app, contract.getJoinProof, async (ctx, { query }, { address }) => {
    const { isJoined, name, facts } = await describeProof(ctx, ports.tokens, query.token ?? '', address);
    return {
      isJoined,
      name,
      packageName: facts.name,
      clubName: facts.clubName,
      startsOn: facts.startsOn,
      nextOn: facts.nextOn,
      nextPrice: centsToEuros(facts.priceCents),
      periodMonths: facts.periodMonths,
      endsOn: facts.endsOn,
      renews: facts.renews,
      bindingUntil: facts.bindingUntil,
    };
  });

  mount(app, contract.confirmJoin, (ctx, { body }, { address }) =>
    joinByProof(ctx, ports, body.token, address),
  );
}

function countryOf({ tenant }: Ctx): 'EE' | 'LV' {
  return tenant.country === 'LV' ? 'LV' : 'EE';
}

/** Rows of one package in several clubs as one. */
function toPackages({ tenant }: Ctx, rows: readonly NamedPackage[]): contract.JoinPackage[] {
  const order = new Map(tenant.clubs.map(({ id }, index) => [id, index]));
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { id, category, periodMonths, termMonths, renews, bindingMonths, anchor } = first;
    return {
      id,
      category,
      periodMonths,
      termMonths,
      renews,
      bindingMonths,
      anchor,
      name: first.name,
      description: first.description,
      prices: same
        .toSorted((one, other) => (order.get(one.clubId) ?? 0) - (order.get(other.clubId) ?? 0))
        .map((row) => ({
          unitId: row.clubId,
          price: centsToEuros(row.priceCents),
          priceOnline: centsToEuros(onlineCents(row)),
          joiningFee: row.joiningFeeCents === null ? null : centsToEuros(row.joiningFeeCents),
        })),
    };
  });
}

function toPrice({ tenant, now }: Ctx, price: FirstPrice): contract.JoinPrice {
  const { offer, lines, part, code, packageName, withdrawalDays } = price;
  const { sold, agreement, payment } = offer;
  return {
    packageName,
    lines: lines.map(({ article, quantity, unitCents, discountCents }) => ({
      name: article,
      price: centsToEuros(cents(quantity * unitCents)),
      discount: centsToEuros(discountCents),
      total: centsToEuros(cents(quantity * unitCents - discountCents)),
    })),
    discount: centsToEuros(price.discountCents),
    vat: centsToEuros(price.vatCents),
    total: centsToEuros(price.totalCents),
    code,
    part,
    periodFrom: payment.period.fromOn,
    periodUntil: payment.period.untilOn,
    periodMonths: sold.periodMonths,
    nextOn: payment.nextOn,
    nextPrice: payment.nextOn === null ? null : centsToEuros(payment.nextCents),
    endsOn: agreement.endsOn,
    renews: sold.renews,
    bindingUntil: agreement.bindingUntil,
    withdrawalDays,
    withdrawUntil: withdrawUntil(localDate(now, tenant.timeZone), withdrawalDays),
  };
}
