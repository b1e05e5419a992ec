import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/campaigns/contract.ts';
import type { NamedLine } from '#shared/campaigns/domain.ts';
import { addCents, cents, centsToEuros } from '#shared/kernel/money.ts';
import * as commands from './commands.ts';
import type { Buyer } from './data.ts';

interface Query {
  readonly code: string;
  readonly product?: number | undefined;
  readonly unit?: number | undefined;
  readonly quantity?: number | undefined;
}

const nobody: Buyer = { clientId: 0, mailbox: '' };

export function mountCampaigns(app: App): void {
  const { tokens } = app.ports;

  mount(app, contract.checkPublicCode, async (ctx, { query }, { address }) =>
    check(ctx, query, address, nobody),
  );

  mount(app, contract.checkCode, async (ctx, { query }, { address }) =>
    check(ctx, query, address, { ...nobody, clientId: member(ctx).clientId }),
  );

  async function check(
    ctx: Ctx,
    { code, product, unit, quantity }: Query,
    address: string,
    buyer: Buyer,
  ): Promise<contract.CodeEffect> {
    const question = { code, productId: product ?? null, clubId: unit ?? null, quantity: quantity ?? 1 };
    const { campaign, placesLeft, lines } = await commands.checkCode(ctx, tokens, question, address, buyer);
    const { effect, value, name } = campaign;
    return {
      code: campaign.code,
      name,
      effect,
      value: effect === 'percent' ? value : centsToEuros(cents(value)),
      placesLeft,
      lines: lines.map(toLine),
      total: lines.length === 0 ? null : centsToEuros(addCents(...lines.map(totalOf))),
    };
  }
}

function totalOf({ quantity, unitCents, discountCents }: NamedLine) {
  return cents(quantity * unitCents - discountCents);
}

function toLine(line: NamedLine) {
  return {
    name: line.article,
    price: centsToEuros(cents(line.quantity * line.unitCents)),
    discount: centsToEuros(line.discountCents),
    total: centsToEuros(totalOf(line)),
  };
}
