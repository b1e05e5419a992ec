import { expect, test } from 'vitest';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import * as places from '#shared/rooms/places/contract.ts';
import * as contract from '#shared/schedule/contract.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

const empty = { et: '', en: '', lv: '' };

test('what an administrator says of a style and a room stands on its trainings, in the language of who reads', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  const params = { id: training.id };
  const read = async (language: 'et' | 'lv') =>
    (
      await call(
        contract.getPublicTraining,
        { params },
        { host: home.host, headers: { 'accept-language': language } },
      )
    ).body;
  expect(await read('et')).toMatchObject({
    ...{ level: '', description: '', audience: '', belongings: '', floor: null },
    ...{ liking: null, trainerLiking: null, trainerPhoto: '', ticketFrom: null },
  });

  const styles = (await call(places.listStyles, { query: {} }, { actor: admin })).body.items;
  const style = styles.find(({ id }) => id === training.styleId);
  expect(style?.values).toMatchObject({
    levels: empty,
    descriptions: empty,
    audiences: empty,
    belongings: empty,
  });
  await call(
    places.updateStyle,
    {
      params: { id: training.styleId },
      body: {
        version: style?.version ?? '',
        values: {
          ...(style?.values as { names: typeof empty; colour: string }),
          levels: { et: 'keskmine tase', en: 'medium', lv: 'vidējs līmenis' },
          descriptions: { ...empty, et: 'Kuus jaama.' },
          belongings: { ...empty, et: 'rätik', lv: 'dvielis' },
        },
      },
    },
    { actor: admin },
  );
  const rooms = (await call(places.listRooms, { query: {} }, { actor: admin })).body.items;
  const room = rooms.find(({ id }) => id === training.roomId);
  if (!room) throw new Error('no room');
  await call(
    places.updateRoom,
    { params: { id: room.id }, body: { version: room.version, values: { ...room.values, floor: 2 } } },
    { actor: admin },
  );
  expect(await read('et')).toMatchObject({
    level: 'keskmine tase',
    belongings: 'rätik',
    audience: '',
    floor: 2,
  });
  // What is not said in a language is said in the centre's own.
  expect(await read('lv')).toMatchObject({
    level: 'vidējs līmenis',
    belongings: 'dvielis',
    description: 'Kuus jaama.',
  });
});

test('the lowest price of a visit with a ticket stands on a paid training, of its type and club alone', async () => {
  const home = await centre({ rules: { payment: { isPaymentActive: true } } });
  const other = await home.club();
  const clientType = 'groupTraining';
  const at = (priceCents: number, clubId = home.clubId) =>
    ({ clientType, visits: 1, prices: [{ clubId, priceCents }] }) as const;
  await addProduct(running, home, at(900));
  await addProduct(running, home, { ...at(7245), visits: 10 });
  await addProduct(running, home, at(500, other));
  await addProduct(running, home, { ...at(400), clientType: 'gym' });
  await addProduct(running, home, { ...at(300), isActive: false });
  await addProduct(running, home, { ...at(200), kind: 'voucher' });
  const paid = await home.training({ startsAt: '2026-09-15T15:00:00Z', payment: 'paid' });
  const free = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  const ticketFrom = async (id: number) =>
    (await call(contract.getPublicTraining, { params: { id } }, { host: home.host })).body.ticketFrom;
  expect([await ticketFrom(paid.id), await ticketFrom(free.id)]).toEqual([7.25, null]);
});

test('how a style and a trainer are liked is told from ten ratings on, where the centre takes any', async () => {
  const home = await centre({ rules: { pageFunctions: { isTrainingCommentsEnabled: true } } });
  const [styleId, trainerId] = [await home.style(), await home.trainer()];
  // What was held half a year ago still counts, and what was held the day before does not.
  const training = await home.training({ startsAt: '2026-03-14T15:00:00Z', styleId, trainerId });
  const before = await home.training({ startsAt: '2026-03-13T15:00:00Z', styleId, trainerId });
  const rate = async (count: number, rating: string, trainerRating: string, { id } = training) => {
    for (let one = 0; one < count; one += 1) {
      await ask(
        `insert into feedback (tenant_id, training_id, client_id, training_rating, trainer_rating, thought, is_shared, state,
          created_at, changed_at) values ($1, $2, $3, $4, $5, '', false, 'waiting', now(), now())`,
        ...[home.id, id, await home.client(), rating, trainerRating],
      );
    }
  };
  const read = async (id: number) => {
    const { body } = await call(contract.getPublicTraining, { params: { id } }, { host: home.host });
    return [body.liking, body.trainerLiking];
  };
  const next = { styleId, trainerId };
  await rate(8, 'love', 'like');
  await rate(1, 'dislike', 'love');
  await rate(5, 'dislike', 'dislike', before);
  const early = await home.training({ startsAt: '2026-09-15T15:00:00Z', ...next });
  expect(await read(early.id)).toEqual([null, null]);
  await rate(1, 'like', 'dislike');
  const late = await home.training({ startsAt: '2026-09-16T15:00:00Z', ...next });
  expect(await read(late.id)).toEqual([
    { percent: 90, raters: 10 },
    { percent: 90, raters: 10 },
  ]);
  const alone = await home.training({ startsAt: '2026-09-17T15:00:00Z', styleId, trainerId: null });
  expect(await read(alone.id)).toEqual([{ percent: 90, raters: 10 }, null]);
});

test('more trainings than an answer holds are not told at once, and a shorter period of them is', async () => {
  const home = await centre();
  const [member, admin] = [await home.account(), await home.account({ role: 'admin' })];
  const { id } = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  await ask(
    `insert into trainings
       select (jsonb_populate_record(t, jsonb_build_object('id', 1000000 + n, 'is_cancelled', true,
         'local_date', t.local_date + n % 2, 'starts_at', t.starts_at + n % 2 * interval '1 day',
         'ends_at', t.ends_at + n % 2 * interval '1 day'))).*
       from trainings t, generate_series(1, 6000) n where t.tenant_id = $1 and t.id = $2 returning 1`,
    ...[home.id, id],
  );
  const told = async (query: { from: string; until: string }) => {
    const [visitors, own, admins] = [
      await call(contract.listPublicTrainings, { query }, { host: home.host }),
      await call(contract.listOwnTrainings, { query }, { actor: member }),
      await call(getAdminSchedule, { query }, { actor: admin }),
    ];
    return [
      visitors.error ?? visitors.body.length,
      own.error ?? own.body.length,
      admins.error ?? admins.body.trainings.length,
    ];
  };
  const refused = 'unableToGetSchedule';
  expect(await told({ from: '2026-09-15', until: '2026-09-16' })).toEqual([refused, refused, refused]);
  expect(await told({ from: '2026-09-15', until: '2026-09-15' })).toEqual([3001, 3001, 3001]);
});
