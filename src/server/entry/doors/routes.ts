import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { Turns } from '#server/kernel/turns.ts';
import * as contract from '#shared/entry/doors/contract.ts';
import { keepScans, listFor } from '../offline/commands.ts';
import * as pairing from '../pairing/commands.ts';
import * as commands from './commands.ts';

export function mountDoors(app: App, locks: commands.Locks): void {
  const { tokens } = app.ports;

  mount(app, contract.offerPairing, (ctx, { params }) => pairing.offerPairing(ctx, params.id));
  mount(app, contract.endPairing, (ctx, { params }) => pairing.endPairing(ctx, params.id));
  mount(app, contract.pairDoor, (ctx, { body }, { address }) =>
    pairing.pairDoor(ctx, tokens, body.pairingCode, address),
  );

  mount(
    app,
    contract.getDoorList,
    async (ctx, { body }) => {
      const door = await pairing.findDoor(ctx, body.token);
      const signed = await listFor(ctx, tokens, door);
      const { hasQrScanningForEntry } = ctx.tenant.pageRules.pageFunctions;
      return {
        now: ctx.now,
        doorName: door.name,
        clubName: door.clubName,
        showsCode: hasQrScanningForEntry,
        ...signed,
      };
    },
    // Everybody who may come in is reckoned: a door that has to wait decides by the list that it has.
    { turns: new Turns({ perCentre: 1, inAll: 2, mostWaiting: 40, seconds: 15 }) },
  );

  mount(app, contract.judgeCode, async (ctx, { body }) => {
    const door = await pairing.findDoor(ctx, body.token);
    const entered = await commands.judge(ctx, tokens, door, body);
    const { result, firstName } = entered;
    const lock = await commands.openLock(ctx, locks, door, body.scanId, entered);
    return { result, firstName, reason: commands.spoken(entered), lock };
  });

  mount(app, contract.uploadScans, async (ctx, { body }) => {
    const door = await pairing.findDoor(ctx, body.token);
    return { kept: await keepScans(ctx, tokens, door, body.scans) };
  });
}
