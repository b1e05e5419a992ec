import { doorMac, doorSecret } from '#server/entry/codes/keys.ts';
import { hashToken } from '#server/kernel/tokens.ts';
import { doorText, stepAt } from '#shared/entry/codes/domain.ts';
import { applySchedule, planSchedule } from '#shared/schedule/editing/contract.ts';
import { campaignOf } from '../campaigns.ts';
import type { Centre, TestAccount, TestTraining, TrainingParts } from '../centre.ts';
import { addPackage } from '../contracts.ts';
import { addProduct } from '../products.ts';
import type { TestServer } from '../server.ts';
import { testNow } from '../server.ts';
import { voucherProduct } from '../vouchers.ts';
import { sampleVisitor } from './managed.ts';
import { named, type Rows, rowsOf } from './rows.ts';

/** Every page and function is on: what a rule hides says of everything that it is not there. */
const rules = {
  pages: {
    isJoinCompletePage: true,
    isJoinSimplePage: true,
    isBuyPersonalTrainingPage: true,
    isRentalPage: true,
  },
  pageFunctions: {
    isSubstituteTrainerFunctionEnabled: true,
    isTrainingCommentsEnabled: true,
    hasQrScanningForEntry: true,
  },
  payment: { isPaymentActive: true, isPaymentInFrame: true },
} as const;

/** Those who look after a centre, and what they know of it. */
export interface Staff {
  readonly home: Centre;
  readonly admin: TestAccount;
  /** With every right a trainer may have. */
  readonly trainer: TestAccount;
  readonly training: TestTraining;
  /** A word that stands in the name of everything of this centre, and of no other's. */
  readonly word: string;
}

export async function staffed({ centre }: TestServer, word: string): Promise<Staff> {
  const home = await centre({ rules });
  const named = { firstName: `${word} Ann`, lastName: 'Aas' };
  const admin = await home.account({ role: 'admin', ...named });
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true, ...named });
  const training = await home.training({
    startsAt: '2026-09-15T15:00:00Z',
    name: `${word} yoga`,
    styleId: await home.style(`${word} style`),
    roomId: await home.room({ name: `${word} hall` }),
    trainerId: trainer.trainerId ?? null,
  });
  return { home, admin, trainer, training, word };
}

/** One of everything that is a centre's own, by its noun. */
export async function thingsOfPlace(running: TestServer, staff: Staff) {
  const { home, trainer, training, word } = staff;
  const rows = rowsOf(running, home);
  return {
    training: training.id,
    otherTraining: await anotherTraining(staff, { startsAt: '2026-09-16T15:00:00Z' }),
    change: await changed(running, staff),
    paidTraining: await paidTraining(staff),
    club: home.clubId,
    spareClub: await home.club(`${word} club`),
    room: training.roomId,
    style: training.styleId,
    trainer: trainer.trainerId ?? 0,
    spareTrainer: await home.trainer({ firstName: word }),
    account: await sampleAccount(running, staff),
    ...(await spaces(staff, rows)),
    ...(await wares(running, staff)),
    ...(await media(rows, word)),
    ...(await absences(rows, staff)),
    ...(await replacements(rows, staff)),
    ...(await papers(rows, staff)),
    ...(await doors(running, rows, staff)),
  };
}

/** A login of whoever samples are about: a name and a telephone stay as they are where a login is changed. */
async function sampleAccount({ ask }: TestServer, { home }: Staff): Promise<number> {
  const { firstName, lastName, phone } = sampleVisitor;
  const { id, clientId } = await home.account({ role: 'trainer', firstName, lastName });
  await ask('update clients set phone = $3 where tenant_id = $1 and id = $2', home.id, clientId, phone);
  return id;
}

/** A training of the centre's trainer unless told otherwise. */
async function anotherTraining({ home, trainer, word }: Staff, parts: TrainingParts): Promise<number> {
  const whole = { name: `${word} pilates`, trainerId: trainer.trainerId ?? null, ...parts };
  return (await home.training(whole)).id;
}

async function paidTraining(staff: Staff): Promise<number> {
  return anotherTraining(staff, { startsAt: '2026-09-19T15:00:00Z', payment: 'paid', priceCents: 900 });
}

/** A change of the timetable, as it was made and may be undone. */
async function changed({ call }: TestServer, staff: Staff): Promise<number> {
  const trainingId = await anotherTraining(staff, { startsAt: '2026-09-26T15:00:00Z' });
  const command = { kind: 'cancel', trainingId, scope: 'this', reason: `${staff.word} is away` } as const;
  const as = { actor: staff.admin };
  const { planId } = (await call(planSchedule, { body: { command } }, as)).body;
  return (await call(applySchedule, { body: { command, planId } }, as)).body.changeId ?? 0;
}

async function spaces({ home, trainer, training, word }: Staff, rows: Rows) {
  // What times of trainers are booked as.
  await rows.add('styles', { names: named(`${word} lesson`), colour: '#487CDE', is_personal: true });
  return {
    spareRoom: await home.room({ name: `${word} studio` }),
    rentedRoom: await rows.add('rooms', {
      club_id: home.clubId,
      name: `${word} lane`,
      capacity: 8,
      rent_cents: 1000,
    }),
    roomGroup: await home.roomGroup(`${word} rooms`),
    trainingGroup: await rows.add('training_groups', {
      name: `${word} juniors`,
      club_id: home.clubId,
      trainer_id: trainer.trainerId,
      max_members: 10,
    }),
    reservation: await rows.add('reservations', {
      name: `${word} birthday`,
      room_ids: [training.roomId],
      starts_at: '2026-09-20T09:00:00Z',
      ends_at: '2026-09-20T11:00:00Z',
      local_date: '2026-09-20',
    }),
  };
}

async function wares(running: TestServer, { home, word }: Staff) {
  const product = await addProduct(running, home, { name: `${word} ticket`, clientType: 'groupTraining' });
  const campaignCode = `${word.toUpperCase()}-26`;
  return {
    product,
    package: await addPackage(running, home, { name: `${word} package` }),
    otherPackage: await addPackage(running, home, { name: `${word} pilates`, category: 'webapp_pilates' }),
    personalProduct: await addProduct(running, home, {
      ...{ kind: 'personalTraining', clientType: 'personalTraining', name: `${word} lessons`, visits: 5 },
    }),
    joiningFee: await addProduct(running, home, { kind: 'joiningFee', name: `${word} fee`, visits: null }),
    voucherProduct: await voucherProduct(running, home),
    campaign: await campaignOf(running, home, { code: campaignCode, productIds: [product] }),
    campaignCode,
  };
}

async function media(rows: Rows, word: string) {
  const videoType = await rows.add('video_types', { names: named(`${word} strength`), position: 0 });
  const video = await rows.add('videos', {
    titles: named(`${word} squat`),
    descriptions: named(word),
    url: '/media/videos/squat.webm',
    thumbnail: '',
    captions: named(''),
    is_active: true,
    position: 0,
    created_at: testNow,
  });
  await rows.add('video_type_links', { video_id: video, type_id: videoType });
  return { videoType, video };
}

async function absences(rows: Rows, { trainer, training }: Staff) {
  const trainerId = trainer.trainerId ?? 0;
  await rows.add('trainer_hours', {
    ...{ trainer_id: trainerId, room_id: training.roomId, weekday: 1, from_minute: 540, until_minute: 720 },
  });
  return {
    absence: await rows.add('trainer_absences', {
      ...{ trainer_id: trainerId, from_on: '2026-11-01', until_on: '2026-11-02', created_at: testNow },
    }),
    exception: await rows.add('trainer_exceptions', {
      ...{ trainer_id: trainerId, on_date: '2026-09-22', kind: 'off', from_minute: 0, until_minute: 600 },
    }),
    spareException: await rows.add('trainer_exceptions', {
      ...{ trainer_id: trainerId, on_date: '2026-09-23', kind: 'off', from_minute: 0, until_minute: 600 },
    }),
  };
}

/** One that the trainer asks for and another would take, one they may take, and one they would take. */
async function replacements(rows: Rows, staff: Staff) {
  const { home, trainer, training, word } = staff;
  const helper = await home.account({ role: 'trainer', firstName: word });
  const [trainerId, helperId] = [trainer.trainerId ?? 0, helper.trainerId ?? 0];
  const ask = (trainingId: number, asker: TestAccount) =>
    rows.add('replacements', {
      ...{ training_id: trainingId, trainer_id: asker.trainerId, account_id: asker.id, reason: 'ill' },
      ...{ comment: `${word} fever`, state: 'openAll', opens_to_all_at: testNow, created_at: testNow },
    });
  const apply = (replacement: number, applicant: number) =>
    rows.add('replacement_candidates', {
      ...{ replacement_id: replacement, trainer_id: applicant, is_preferred: false, state: 'applied' },
      ...{ applied_at: testNow, changed_at: testNow },
    });
  const ofHelper = (startsAt: string) => anotherTraining(staff, { startsAt, trainerId: helperId });
  const replacement = await ask(training.id, trainer);
  const openReplacement = await ask(await ofHelper('2026-09-24T15:00:00Z'), helper);
  const appliedReplacement = await ask(await ofHelper('2026-09-25T15:00:00Z'), helper);
  await apply(replacement, helperId);
  await apply(appliedReplacement, trainerId);
  return { otherTrainer: helperId, replacement, openReplacement, appliedReplacement };
}

async function papers(rows: Rows, { home, admin, word }: Staff) {
  // Two centres' invoices have other numbers.
  await rows.add('invoice_series', { series: 'A', year: 2026, last: home.id * 1000 });
  const closure = await rows.add('closures', {
    club_id: home.clubId,
    from_on: '2026-12-24',
    until_on: '2026-12-25',
    name: `${word} closed`,
    created_at: testNow,
  });
  return {
    closure,
    message: await rows.add('messages', {
      account_id: admin.id,
      channel: 'mail',
      subject: `${word} news`,
      text: `${word} news`,
      audience: { kind: 'training', trainingId: 1, whom: 'booked' },
      audience_name: word,
      parts: 0,
      part_cents: 0,
      recipients: 0,
      created_at: testNow,
    }),
    bankEntry: await rows.add('bank_entries', {
      account: 'EE382200221020145685',
      entry_key: word,
      booked_on: '2026-09-13',
      amount_cents: 7240,
      payer_name: word,
      payer_account: 'EE382200221020145685',
      reference: '',
      message: word,
      state: 'unmatched',
      imported_at: testNow,
    }),
  };
}

async function doors({ server, clock }: TestServer, rows: Rows, { home, word }: Staff) {
  const [doorToken, pairingCode] = [secretOf(word, 'door'), String(10_000_000 + home.id)];
  const door = await rows.add('doors', {
    club_id: home.clubId,
    name: `${word} door`,
    direction: 'in',
    client_type: 'gym',
    token_hash: hashToken(doorToken),
    pairing_hash: hashToken(pairingCode),
    pairing_until: '2026-09-14T10:00:00Z',
  });
  const code = { tenantId: home.id, doorId: door, step: stepAt(clock.epochMilliseconds()) };
  const secret = doorSecret(server.app.ports.tokens, home.id, { id: door, pairings: 0, pairedAt: null });
  return { door, doorToken, pairingCode, doorCode: doorText({ ...code, mac: doorMac(secret, code) }) };
}

/** 43 characters that may stand in an address, for what a token of somebody opens. */
export const secretOf = (word: string, what: string) => `${word}-${what}-`.padEnd(43, 'x').slice(0, 43);
