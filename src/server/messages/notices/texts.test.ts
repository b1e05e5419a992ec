import { beforeAll, describe, expect, test } from 'vitest';
import type { NoticeEvent } from '#server/kernel/events.ts';
import { loadTexts, textsFor } from '#server/kernel/texts.ts';
import { languages } from '#shared/kernel/language.ts';
import { type NoticeKind, noticeKinds } from '#shared/messages/notices/domain.ts';
import { smsSize } from '#shared/messages/sms/domain.ts';
import { type NoticeSubject, writeNotice } from './texts.ts';

beforeAll(loadTexts);

/** Monday 23:30 in Riga: the day there is not the day in UTC's evening tomorrow. */
const now = '2026-09-14T20:30:00Z';

function subject(
  kind: NoticeKind,
  parts: Partial<NoticeSubject> = {},
  event: Partial<NoticeEvent> = {},
): NoticeSubject {
  return {
    event: { topic: 'notice', kind, dedupeKey: 'k', clientId: 1, trainingId: 7, ...event },
    name: 'Body Pump',
    startsAt: '2026-09-15T15:00:00Z',
    endsAt: '2026-09-15T16:00:00Z',
    roomName: 'Lielā zāle',
    clubName: 'Centrs',
    trainerName: 'Anna Bērziņa',
    freeUntil: '2026-09-15T12:00:00Z',
    link: 'https://jurmala-sport.lv/training?id=12345',
    ...parts,
  };
}
const said = (one: NoticeSubject | readonly NoticeSubject[], language: (typeof languages)[number] = 'en') =>
  writeNotice([one].flat(), { t: textsFor(language), now, timeZone: 'Europe/Riga' });

describe.each(languages)('in %s', (language) => {
  test.each(noticeKinds)('%s leaves no gap and fits into few SMS', (kind) => {
    const event = {
      holdUntil: '2026-09-15T15:00:00Z',
      previousStartsAt: '2026-09-15T14:00:00Z',
      reason: 'sameDayLimitExceeded',
      details: { limit: 1 },
    } as const;
    const { title, text, mail, sms, link } = said(subject(kind, {}, event), language);
    for (const said of [title, text, mail, sms]) {
      expect(said).not.toMatch(/\{\{|notices\.|errors\.|undefined|null/);
    }
    expect(title).toContain('Body Pump');
    expect(mail).toContain(link);
    expect(sms.endsWith(link)).toBe(true);
    expect(smsSize(sms).parts).toBeLessThanOrEqual(4);
  });
});

describe('times', () => {
  test.each([
    ['later today', '2026-09-14T20:45:00Z', 'until 23:45'],
    ['after midnight', '2026-09-14T21:05:00Z', 'until 00:05, tomorrow'],
    ['another day', '2026-09-16T15:05:00Z', 'until 18:05, 16.09.2026'],
  ])('an offer held until %s', (_, holdUntil, until) => {
    expect(said(subject('offered', {}, { holdUntil })).mail).toContain(until);
  });

  test('a phone is spared the year, a mail is not', () => {
    const { text, sms, mail } = said(subject('joined', { startsAt: '2026-09-20T15:00:00Z' }));
    expect(text).toMatch(/^20\.09\. 18:00/);
    expect(sms).not.toContain('2026');
    expect(mail).toMatch(/^20\.09\.2026 18:00/);
  });

  test('a day told by name has its date beside it in a mail', () => {
    expect(said(subject('joined')).mail).toContain('15.09.2026 18:00–19:00, Lielā zāle, Centrs');
  });
});

test('free cancelling that is over is not promised', () => {
  expect(said(subject('promoted')).text).toContain('Free to cancel until 15:00, tomorrow.');
  expect(said(subject('promoted', { freeUntil: now })).text).toContain('Free to cancel until 23:30.');
  expect(said(subject('promoted', { freeUntil: '2026-09-14T20:29:00Z' })).text).toContain('count as late');
});

test('several changes are one message that names each', () => {
  const both = [
    subject('trainingChanged'),
    subject('trainingChanged', { name: 'Yoga', trainerName: undefined }),
  ];
  const { title, text, mail } = said(both);
  expect(title).toBe('2 of your trainings have changed');
  expect(text).toBe('Changed: Body Pump\nChanged: Yoga');
  expect(mail).toContain('Trainer: Anna Bērziņa');
  expect(() => said([])).toThrow('without matter');
});

test('a change says what was and what is, of time, room and trainer; nothing of what stayed', () => {
  const parts = { previousRoom: 'Mazā zāle', previousTrainer: 'Liis Tamberg', address: 'Brīvības 1, Rīga' };
  const moved = { previousStartsAt: '2026-09-15T14:00:00Z' };
  const { mail } = said(subject('trainingChanged', parts, moved));
  for (const said of [
    'Time: 15.09.2026 17:00 → 18:00',
    'Room: Mazā zāle → Lielā zāle',
    'Trainer: Liis Tamberg → Anna Bērziņa',
    'Address: Brīvības 1, Rīga',
  ]) {
    expect(mail).toContain(said);
  }
  expect(said(subject('trainingChanged')).mail).not.toContain('→');
});

test('a reminder says where reminders are chosen to whoever has chosen', () => {
  const link = 'https://jurmala-sport.lv/public/training?id=12345';
  expect(said(subject('reminder')).mail).toContain('https://jurmala-sport.lv/profile/notices');
  expect(said(subject('reminder', { link })).mail).not.toContain('/profile');
});

test.each([
  [
    'en',
    'Choose: Body Pump or Pilates',
    ['That is when you have Pilates (tomorrow 19:30)', 'by 17:00, tomorrow', 'Answer here'],
  ],
  ['et', 'Vali: Body Pump või Pilates', ['Pilates', 'Vasta siin']],
  ['lv', 'Izvēlieties: Body Pump vai Pilates', ['Pilates', 'Atbildiet šeit']],
] as const)('whose training moved onto another booking chooses, in %s', (language, title, words) => {
  const clash = {
    registrationId: 9,
    trainingId: 8,
    name: 'Pilates',
    startDateTime: '2026-09-15T16:30:00Z',
    chooseUntil: '2026-09-15T14:00:00Z',
  };
  const moved = subject('trainingChanged', { clash }, { previousStartsAt: '2026-09-15T14:00:00Z' });
  const chosen = said(moved, language);
  expect([chosen.title, chosen.link]).toEqual([title, 'https://jurmala-sport.lv/workouts']);
  for (const word of [...words, chosen.link]) expect(chosen.mail).toContain(word);
  expect(chosen.sms).toContain('Pilates');
  expect(chosen.sms.endsWith(chosen.link)).toBe(true);
  // Nobody chooses where nothing meets.
  const alone = said({ ...moved, clash: null }, language);
  expect(alone.mail).not.toContain('Pilates');
  expect(alone.link).toBe('https://jurmala-sport.lv/training?id=12345');
});
