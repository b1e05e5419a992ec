import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { scene } from '#server/testing/editing.ts';
import { noticeMeans } from '#server/testing/notices.ts';
import { withServer } from '#server/testing/server.ts';
import { register } from '#shared/registrations/contract.ts';

const running = withServer();
const { call, ask } = running;
const { hurry } = noticeMeans(running);
const startsAt = '2026-09-22T15:00:00Z';

interface SentMail {
  readonly text: string;
  readonly html: string;
  readonly calendar: string;
  readonly attachments: readonly { name: string }[];
}

async function told() {
  const { home, apply, roomId } = await scene(running);
  const [liis, kadri] = [
    await home.trainer({ firstName: 'Liis', lastName: 'Tamm' }),
    await home.trainer({ firstName: 'Kadri', lastName: 'Saar' }),
  ];
  const training = await home.training({ startsAt, roomId, trainerId: liis, name: 'Yoga' });
  const actor = await home.account({ language: 'en' });
  await ask(
    `update clubs set address = 'Rannakaldu 14', city = 'Tallinn' where tenant_id = $1 returning 1`,
    home.id,
  );
  const { registrationId } = (
    await call(register, { body: { trainingId: training.id, isWaitingAccepted: false } }, { actor })
  ).body;
  const mails = () =>
    ask<SentMail>(
      'select text, html, calendar, attachments from stand_in_mails where tenant_id = $1 and recipient = $2 order by id',
      home.id,
      actor.email,
    );
  /** The mail that comes of a change, by its number. */
  const after = async (count: number) => {
    await expect
      .poll(
        async () => {
          await hurry();
          return (await mails()).length;
        },
        { timeout: 12_000 },
      )
      .toBe(count);
    const mail = (await mails()).at(-1) as SentMail;
    const calendar = new ICAL.Component(ICAL.parse(mail.calendar));
    const event = calendar.getFirstSubcomponent('vevent') as ICAL.Component;
    const value = (name: string) => String(event.getFirstPropertyValue(name));
    return { mail, method: calendar.getFirstPropertyValue('method'), value };
  };
  return { home, actor, apply, training, registrationId, kadri, after };
}

test('a moved and then called-off training changes the entry in the calendar, and takes it out', async () => {
  const { home, actor, apply, training, registrationId, kadri, after } = await told();
  const hall = await home.room({ name: 'Hall B' });
  await apply({
    kind: 'edit',
    trainingId: training.id,
    scope: 'this',
    changes: { time: '19:00', roomIds: [hall], trainerId: kadri },
  });
  const moved = await after(1);
  for (const said of [
    'Time: 22.09.2026 18:00 → 19:00',
    'Room: Hall A → Hall B',
    'Trainer: Liis Tamm → Kadri Saar',
    'Address: Rannakaldu 14, Tallinn',
  ]) {
    expect(moved.mail.text).toContain(said);
    expect(moved.mail.html).toContain(said);
  }
  expect(moved.method).toBe('REQUEST');
  expect(moved.value('uid')).toBe(`registration-${registrationId}@${home.host}`);
  expect([moved.value('dtstart'), moved.value('status')]).toEqual(['2026-09-22T19:00:00', 'CONFIRMED']);
  expect(moved.value('location')).toContain('Hall B, Rannakaldu 14, Tallinn');
  expect(moved.value('attendee')).toBe(`mailto:${actor.email}`);
  expect(moved.value('organizer')).toMatch(/^mailto:.+@.+/);
  expect(moved.mail.attachments.some(({ name }) => name.endsWith('.ics'))).toBe(true);

  await apply({ kind: 'cancel', trainingId: training.id, scope: 'this', reason: 'Water' });
  const off = await after(2);
  expect([off.method, off.value('uid'), off.value('status')]).toEqual([
    'CANCEL',
    moved.value('uid'),
    'CANCELLED',
  ]);
  expect(Number(off.value('sequence'))).toBeGreaterThan(Number(moved.value('sequence')));
});
