import { expect } from 'vitest';
import type { BookingLimitsInput } from '#shared/kernel/booking-limits.ts';
import { getHours, saveHours, type WeeklyHours } from '#shared/personal-trainings/hours/contract.ts';
import { bookSlot } from '#shared/personal-trainings/slots/contract.ts';
import type { Centre, TestAccount } from './centre.ts';
import { addProduct } from './products.ts';
import type { TestServer } from './server.ts';
import { fulfil } from './tickets.ts';

/** Tuesday after `testNow`, 09:00 in Tallinn and Riga. */
export const tuesdayAtNine = '2026-09-15T06:00:00Z';

/** Centres with a trainer who is there on Tuesdays from 9 to 12, and members with packages. */
export function personalTimes(running: TestServer) {
  const { centre, call, ask } = running;

  async function scene(limits: BookingLimitsInput = {}, visits = 2) {
    const home = await centre({
      rules: {
        ...{ payment: { isPaymentActive: true }, pages: { isBuyPersonalTrainingPage: true } },
        pageFunctions: { isTrainingCommentsEnabled: true },
      },
      limits: { undoSeconds: 0, personalEveryMinutes: 60, personalOpensDaysBefore: 60, ...limits },
    });
    const trainer = await home.account({ role: 'trainer', firstName: 'Tiit', lastName: 'Tamm' });
    const owner = await home.account({ firstName: 'Mari', lastName: 'Mets' });
    const roomId = await home.room({ name: 'Studio' });
    await setHours(trainer, [{ weekday: 2, from: '09:00', until: '12:00', roomId }]);
    const productId = await addPackage(home, visits);
    const { id: packageId } = await fulfil(running, home, { productId, owner });
    return { home, trainer, trainerId: trainer.trainerId ?? 0, owner, roomId, productId, packageId };
  }

  function addPackage(home: Centre, visits = 2) {
    const kind = 'personalTraining';
    return addProduct(running, home, {
      ...{ kind, clientType: kind, name: 'Package', visits, valid: [6, 'month'] },
    });
  }

  /** A member with a package of their own. */
  async function member(home: Centre, productId: number) {
    const actor = await home.account();
    await fulfil(running, home, { productId, owner: actor });
    return actor;
  }

  async function setHours(trainer: TestAccount, hours: readonly WeeklyHours[]) {
    const { version } = (await call(getHours, {}, { actor: trainer })).body;
    const answer = await call(saveHours, { body: { hours: [...hours], version } }, { actor: trainer });
    expect(answer.error).toBeUndefined();
  }

  const book = (actor: TestAccount, trainerId: number, startDateTime = tuesdayAtNine) =>
    call(bookSlot, { body: { trainerId, startDateTime } }, { actor });

  /** What the ledger of a package says is left, reserved and used. */
  async function ledger(packageId: number) {
    const rows = await ask<{ kind: string; visits: number }>(
      'select kind, visits from ticket_entries where ticket_id = $1 order by id',
      packageId,
    );
    return rows.map(({ kind }) => kind);
  }

  /** What was written since the packages were bought. */
  const mails = async (home: Centre) =>
    ask<{ recipient: string; subject: string; text: string }>(
      `select recipient, subject, text from stand_in_mails
        where tenant_id = $1 and recipient <> 'kai@test.test' order by id`,
      home.id,
    );

  return { scene, addPackage, member, setHours, book, ledger, mails };
}
