import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/feedback/contract.ts';

const { centre, call, ask, clock } = withServer();

const rules = { pageFunctions: { isTrainingCommentsEnabled: true } };
const good = {
  trainingRating: 'love',
  trainerRating: 'like',
  thought: 'Good music',
  isShared: true,
} as const;

/** A training of an hour that ended at noon, with people who had a place in it. */
async function held(count = 1, isOn = true) {
  clock.set('2026-09-14T12:00:00.000Z');
  const home = await centre({ rules: isOn ? rules : {} });
  const trainer = await home.account({ role: 'trainer' });
  const training = await home.training({
    startsAt: '2026-09-14T11:00:00Z',
    maxPlaces: 20,
    trainerId: trainer.trainerId ?? null,
  });
  const members: TestAccount[] = [];
  for (let place = 1; place <= count; place += 1) {
    const member = await home.account({ firstName: `Mari${place}` });
    await home.registration(training, member.clientId, { place });
    members.push(member);
  }
  const [member = trainer] = members;
  return { home, trainer, training, members, member };
}

const give = (actor: TestAccount, trainingId: number, changed: object = {}) =>
  call(contract.giveFeedback, { body: { trainingId, ...good, ...changed } }, { actor });
const read = async (actor: TestAccount, trainingId: number) =>
  (await call(contract.getTrainingFeedback, { params: { trainingId } }, { actor })).body;
const comments = async (actor: TestAccount, training: number) =>
  (await call(contract.listComments, { query: { training } }, { actor })).body.comments;

describe('a member', () => {
  // shows: feedback-fields, call-user-comment, call-user-comment-training-id
  test('rates once, changes it for seven days, and on the eighth no more', async () => {
    const { home, member, training } = await held();
    const own = await call(contract.listOwnFeedback, undefined, { actor: member });
    expect(own.body).toMatchObject([
      { trainingId: training.id, feedback: null, isOpen: true, openUntil: '2026-09-21T12:00:00Z' },
    ]);
    expect((await give(member, training.id)).body).toEqual({ ...good, state: 'waiting' });
    clock.set('2026-09-21T11:59:59.000Z');
    const changed = await give(member, training.id, { trainingRating: 'dislike', thought: ' Loud ' });
    expect(changed.body).toMatchObject({ trainingRating: 'dislike', thought: 'Loud' });
    clock.set('2026-09-21T12:00:00.000Z');
    const late = await give(member, training.id);
    expect([late.status, late.error]).toEqual([409, 'feedbackTooLate']);
    expect(await ask('select thought, state from feedback where tenant_id = $1', home.id)).toEqual([
      { thought: 'Loud', state: 'waiting' },
    ]);
    const { own: seen } = await read(member, training.id);
    expect(seen).toMatchObject({ isOpen: false, feedback: { thought: 'Loud' } });
    expect((await call(contract.listOwnFeedback, undefined, { actor: member })).body).toEqual([]);
  });

  test('not before the end, not where they were not, not of what there is not', async () => {
    const { home, member, training } = await held();
    clock.set('2026-09-14T11:59:59.000Z');
    expect((await give(member, training.id)).error).toBe('feedbackTooEarly');
    clock.set('2026-09-14T12:00:00.000Z');
    // Who was in another one is told nothing of this.
    const other = await home.account();
    const elsewhere = await home.training({ startsAt: '2026-09-14T10:00:00Z' });
    await home.registration(elsewhere, other.clientId, { place: 1 });
    expect((await give(other, training.id)).error).toBe('feedbackNotPresent');
    expect((await read(other, training.id)).own).toBeNull();
    const waiting = await home.account();
    await home.registration(training, waiting.clientId);
    expect((await give(waiting, training.id)).error).toBe('feedbackNotPresent');
    await ask('update registrations set presence = false where client_id = $1 returning 1', member.clientId);
    expect((await give(member, training.id)).error).toBe('feedbackNotPresent');
    expect((await give(member, 2_000_000_000)).error).toBe('trainingNotFound');
    expect(await ask('select 1 from feedback where tenant_id = $1', home.id)).toEqual([]);
  });

  test('of a personal training alone whose it was', async () => {
    const { home, member, training } = await held();
    const other = await home.account();
    const elsewhere = await home.training({ startsAt: '2026-09-14T10:00:00Z' });
    await home.registration(elsewhere, other.clientId, { place: 1 });
    await ask('update trainings set is_personal = true where id = $1', training.id);
    expect((await give(other, training.id)).error).toBe('trainingNotFound');
    expect((await give(member, training.id)).status).toBe(200);
    expect((await read(member, training.id)).own).toMatchObject({ feedback: good });
    const listed = async (actor: TestAccount) =>
      (await call(contract.listOwnFeedback, undefined, { actor })).body.map(({ trainingId }) => trainingId);
    expect([await listed(member), await listed(other)]).toEqual([[training.id], [elsewhere.id]]);
  });

  test.each([
    { thought: 'x'.repeat(1001) },
    { trainingRating: 'hate' },
    { trainingRating: null },
    { isShared: 'yes' },
    { clientId: 1 },
  ])('writes nothing that is not in order: %j', async (wrong) => {
    const { member, training } = await held();
    const answer = await give(member, training.id, wrong);
    expect([answer.status, answer.error]).toEqual([400, 'dataValidationFailed']);
  });

  test('a thousand characters go in, and none where the training takes none', async () => {
    const { member, training } = await held();
    expect((await give(member, training.id, { thought: 'õ'.repeat(1000) })).status).toBe(200);
    await ask('update trainings set is_commenting_allowed = false where id = $1 returning 1', training.id);
    expect((await give(member, training.id, { thought: 'Another' })).error).toBe('commentingNotAllowed');
    expect((await give(member, training.id, { thought: '' })).status).toBe(200);
  });

  test('two devices at once leave one row', async () => {
    const { home, member, training } = await held();
    const answers = await Promise.all(
      ['like', 'love', 'dislike', 'like', 'love', 'dislike'].map((trainingRating) =>
        give(member, training.id, { trainingRating }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await ask('select 1 from feedback where tenant_id = $1', home.id)).toHaveLength(1);
    expect((await give(member, training.id, { trainingRating: 'love' })).status).toBe(200);
    expect((await read(member, training.id)).own?.feedback?.trainingRating).toBe('love');
  });
});

test('ratings are told from five raters on, of training and trainer each', async () => {
  const { members, member, training, trainer } = await held(6);
  for (const one of members.slice(0, 4)) await give(one, training.id);
  expect(await read(member, training.id)).toMatchObject({ training: null, trainer: null });
  const [, , , , fifth = member, sixth = member] = members;
  await give(fifth, training.id, { trainingRating: 'dislike', trainerRating: null });
  expect(await read(member, training.id)).toMatchObject({
    training: { dislike: 1, like: 0, love: 4 },
    trainer: null,
  });
  await give(sixth, training.id);
  const seen = await call(contract.listComments, { query: { training: training.id } }, { actor: trainer });
  expect(seen.body).toMatchObject({ trainer: { dislike: 0, like: 5, love: 0 } });
});

describe('a thought', () => {
  // shows: call-trainer-comment-allow, call-trainer-comment-hide
  test('is read by others once its trainer allowed it, under first name and initial', async () => {
    const { home, members, training, trainer } = await held(2);
    const [author = trainer, other = trainer] = members;
    await give(author, training.id);
    expect((await read(other, training.id)).comments).toEqual([]);
    const [comment] = await comments(trainer, training.id);
    if (!comment) throw new Error('no comment');
    expect(comment).toMatchObject({ author: 'Mari1 M.', text: 'Good music', state: 'waiting' });
    expect(comment).not.toHaveProperty('trainingRating');
    const body = { commentId: comment.id };
    const allow = (actor: TestAccount, text: string) =>
      call(contract.allowComment, { body: { ...body, text } }, { actor });
    expect((await allow(trainer, comment.text)).body).toEqual({ state: 'allowed' });
    expect((await allow(trainer, comment.text)).status).toBe(200);
    const seen = await read(other, training.id);
    expect(seen.comments).toMatchObject([{ author: 'Mari1 M.', text: 'Good music' }]);
    expect(JSON.stringify(seen.comments)).not.toContain('Mets');

    // Another rating changes nothing, other words wait anew.
    await give(author, training.id, { trainingRating: 'like' });
    expect((await read(other, training.id)).comments).toHaveLength(1);
    await give(author, training.id, { thought: 'Other words' });
    expect((await read(other, training.id)).comments).toEqual([]);
    const admin = await home.account({ role: 'admin' });
    // What was read before is not what would be let through now.
    const late = await allow(admin, comment.text);
    expect([late.status, late.error]).toEqual([409, 'changedMeanwhile']);
    expect((await read(other, training.id)).comments).toEqual([]);
    expect((await allow(admin, 'Other words')).status).toBe(200);
    expect((await call(contract.hideComment, { body }, { actor: trainer })).body).toEqual({
      state: 'hidden',
    });
    expect((await read(other, training.id)).comments).toEqual([]);

    const trail = await ask<{ after: unknown }>(
      "select before, after from audit_trail where tenant_id = $1 and noun = 'feedback' order by id",
      home.id,
    );
    expect(trail).toEqual([
      { before: { state: 'waiting' }, after: { state: 'allowed' } },
      { before: { state: 'waiting' }, after: { state: 'allowed' } },
      { before: { state: 'allowed' }, after: { state: 'hidden' } },
    ]);
  });

  test('that is not shared has no name, and nobody lets others read it', async () => {
    const { members, training, trainer } = await held(2);
    const [author = trainer, other = trainer] = members;
    await give(author, training.id, { isShared: false });
    const [comment] = await comments(trainer, training.id);
    expect(comment).toMatchObject({ author: '', text: 'Good music', isShared: false });
    const body = { commentId: comment?.id ?? 0, text: 'Good music' };
    const refused = await call(contract.allowComment, { body }, { actor: trainer });
    expect([refused.status, refused.error]).toEqual([409, 'commentIsPrivate']);
    expect((await read(other, training.id)).comments).toEqual([]);
  });

  test('is read and decided among words alone: a rating without any is nobody’s thought', async () => {
    const { home, members, training, trainer } = await held(2);
    const [author = trainer, other = trainer] = members;
    await give(author, training.id);
    await give(other, training.id, { thought: '' });
    expect((await comments(trainer, training.id)).map(({ text }) => text)).toEqual(['Good music']);
    const [silent] = await ask<{ id: number }>(
      `select id from feedback where tenant_id = $1 and thought = ''`,
      home.id,
    );
    const body = { commentId: silent?.id ?? 0 };
    const hidden = await call(contract.hideComment, { body }, { actor: trainer });
    expect([hidden.status, hidden.error]).toEqual([404, 'commentNotFound']);
  });

  test('is no other trainer’s to see or to decide', async () => {
    const { home, member, training, trainer } = await held();
    await give(member, training.id);
    const [comment] = await comments(trainer, training.id);
    const body = { commentId: comment?.id ?? 0 };
    const another = await home.account({ role: 'trainer' });
    const seen = await call(contract.listComments, { query: { training: training.id } }, { actor: another });
    expect([seen.status, seen.error]).toEqual([404, 'trainingNotFound']);
    const allow = (actor: TestAccount, commentId = body.commentId) =>
      call(contract.allowComment, { body: { commentId, text: 'Good music' } }, { actor });
    const hide = (actor: TestAccount, commentId = body.commentId) =>
      call(contract.hideComment, { body: { commentId } }, { actor });
    for (const decide of [allow, hide]) {
      const refused = await decide(another);
      expect([refused.status, refused.error]).toEqual([404, 'commentNotFound']);
      expect((await decide(trainer, 2_000_000_000)).error).toBe('commentNotFound');
      expect((await decide(member)).status).toBe(403);
    }
    const elsewhere = await held();
    expect((await call(contract.hideComment, { body }, { actor: elsewhere.trainer })).error).toBe(
      'commentNotFound',
    );
    expect((await comments(trainer, training.id))[0]?.state).toBe('waiting');
  });

  test('stays, without a name, when its author is erased', async () => {
    const { members, training, trainer } = await held(2);
    const [author = trainer, other = trainer] = members;
    await give(author, training.id);
    const [comment] = await comments(trainer, training.id);
    await call(
      contract.allowComment,
      { body: { commentId: comment?.id ?? 0, text: 'Good music' } },
      { actor: trainer },
    );
    await ask('update feedback set client_id = null where client_id = $1 returning 1', author.clientId);
    expect((await read(other, training.id)).comments).toMatchObject([{ author: '', text: 'Good music' }]);
  });
});

// shows: rule-comments
test('where the centre has it off, there is no such path', async () => {
  const { member, training } = await held(1, false);
  expect((await give(member, training.id)).status).toBe(404);
  expect((await call(contract.listOwnFeedback, undefined, { actor: member })).status).toBe(404);
});
