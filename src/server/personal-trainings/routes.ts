import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { toProducts } from '#server/products/wire.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { centsToEuros } from '#shared/kernel/money.ts';
import * as contract from '#shared/personal-trainings/contract.ts';
import { sharesMax } from '#shared/personal-trainings/domain.ts';
import { shortName } from '#shared/tickets/domain.ts';
import { withRemaining } from '#shared/tickets/ledger/domain.ts';
import * as commands from './commands.ts';
import * as data from './data.ts';

export function mountPersonalTrainings(app: App): void {
  const { tokens, originOf } = app.ports;

  mount(app, contract.listPersonalTrainings, async (ctx) => {
    const { clientId } = member(ctx);
    const { rows, products } = await commands.findPackages(ctx, clientId);
    const isUsable = (row: commands.PackageView) => row.ownerId === clientId || row.isAccepted;
    return {
      packages: rows.filter(isUsable).map((row) => toPackage(row, clientId)),
      offers: rows.flatMap((row) => {
        if (isUsable(row) || row.shareId === null) return [];
        const { name, clubName, remaining, validUntil } = toPackage(row, clientId);
        return { shareId: row.shareId, name, clubName, ownerName: ownerOf(row), remaining, validUntil };
      }),
      forSale: toProducts(ctx, products),
    };
  });

  mount(app, contract.getPersonalTraining, async (ctx, { params }) => {
    const { clientId } = member(ctx);
    const [[row], uses, shares] = await ctx.read(
      data.findPackage({ clientId, packageId: params.id }),
      data.listUses({ packageId: params.id }),
      data.listShares({ packageId: params.id }),
    );
    if (!row) throw new AppError('packageNotFound');
    const isOwner = row.ownerId === clientId;
    return {
      ...toPackage(commands.viewOf(ctx, row), clientId),
      entries: withRemaining(uses).map((use) => toEntry(use, row, clientId)),
      shares: isOwner ? shares.map(toShare) : [],
      sharesMax,
    };
  });

  mount(app, contract.buyPersonalTraining, async (ctx, { body }) => {
    const { productId, unitId: clubId } = body;
    const { invoiceToken, totalCents } = await commands.buyPackage(ctx, tokens, { productId, clubId });
    return { invoiceToken, total: centsToEuros(totalCents) };
  });

  mount(app, contract.sharePersonalTraining, (ctx, { params, body }) => {
    const ports = { tokens, origin: originOf(ctx.tenant) };
    return commands.sharePackage(ctx, ports, params.id, body.recipient);
  });

  mount(app, contract.acceptShare, (ctx, { params }) => commands.acceptShare(ctx, params.id));
  mount(app, contract.endShare, (ctx, { params }) => commands.endShare(ctx, params.id));
}

function toPackage(row: commands.PackageView, clientId: number): contract.TrainingPackage {
  const isOwn = row.ownerId === clientId;
  return {
    id: row.id,
    name: row.name,
    clubName: row.clubName,
    state: row.state,
    validFrom: row.startsOn,
    validUntil: row.endsOn,
    remaining: row.isUnlimited ? null : row.remaining,
    total: row.isUnlimited ? null : row.granted,
    reserved: row.reserved,
    ownerName: isOwn ? null : ownerOf(row),
    shareId: isOwn ? null : row.shareId,
    isShareable: isOwn && row.isShareable,
    sharers: row.sharers,
  };
}

function ownerOf({ ownerFirstName: firstName, ownerLastName: lastName }: data.PackageRow): string {
  return shortName({ firstName, lastName });
}

type Line = ReturnType<typeof withRemaining<data.UseRow>>[number];

function toEntry(line: Line, row: data.PackageRow, clientId: number): contract.PackageEntry {
  const { clientId: userId, firstName, lastName } = line;
  const isOther = userId !== null && userId !== clientId;
  // Who shares a package is told of the owner's uses, and of nobody else's.
  const isNamed = isOther && (row.ownerId === clientId || userId === row.ownerId);
  const isSeen = !isOther || row.ownerId === clientId;
  return {
    kind: line.kind,
    atDateTime: line.at,
    change: row.isUnlimited ? null : line.change,
    left: row.isUnlimited ? null : line.remaining,
    who: isNamed ? shortName({ firstName: firstName ?? '', lastName: lastName ?? '' }) : null,
    isOther,
    training: isSeen ? line.training : null,
    date: isSeen ? line.date : null,
    reason: line.reason,
  };
}

function toShare({
  id,
  recipient,
  firstName,
  lastName,
}: {
  id: number;
  recipient: string;
  firstName: string | null;
  lastName: string | null;
}): contract.Share {
  return {
    id,
    recipient,
    name: firstName === null ? null : shortName({ firstName, lastName: lastName ?? '' }),
  };
}
