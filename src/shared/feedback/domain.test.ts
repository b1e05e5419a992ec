import { expect, test } from 'vitest';
import {
  authorName,
  type CommentState,
  decideAllowing,
  decideFeedback,
  type FeedbackFacts,
  type FeedbackInput,
  feedbackUntil,
  isFeedbackOpen,
  shownRatings,
} from './domain.ts';

const facts: FeedbackFacts = {
  endsAt: '2026-09-14T10:00:00Z',
  isCancelled: false,
  isCommentingAllowed: true,
  trainerId: 3,
  hasPlace: true,
  presence: null,
};
const input: FeedbackInput = {
  trainingRating: 'love',
  trainerRating: 'like',
  thought: ' Good ',
  isShared: true,
};
const at = (now: string) => ({ now, timeZone: 'Europe/Tallinn' });
const inTime = at('2026-09-14T10:00:00Z');

test.each([
  ['right at the end', {}, '2026-09-14T10:00:00Z', undefined],
  ['noted as here', { presence: true }, '2026-09-15T10:00:00Z', undefined],
  ['on the seventh day', {}, '2026-09-21T09:59:59Z', undefined],
  ['on the eighth day', {}, '2026-09-21T10:00:00Z', 'feedbackTooLate'],
  ['before the end', {}, '2026-09-14T09:59:59Z', 'feedbackTooEarly'],
  ['noted as absent', { presence: false }, '2026-09-15T10:00:00Z', 'feedbackNotPresent'],
  ['without a place', { hasPlace: false }, '2026-09-15T10:00:00Z', 'feedbackNotPresent'],
  ['a training that was called off', { isCancelled: true }, '2026-09-15T10:00:00Z', 'feedbackNotPresent'],
  ['no comments taken', { isCommentingAllowed: false }, '2026-09-15T10:00:00Z', 'commentingNotAllowed'],
] as const)('feedback %s', (_, other, now, refusal) => {
  const decide = () => decideFeedback({ ...facts, ...other }, undefined, input, at(now));
  if (refusal === undefined) expect(decide().state).toBe('waiting');
  else expect(decide).toThrow(refusal);
  const isTimely = refusal === undefined || refusal === 'commentingNotAllowed';
  expect(isFeedbackOpen({ ...facts, ...other }, now)).toBe(isTimely);
});

test('what is stored is trimmed, of a trainer only where there is one, and shared only where there is a thought', () => {
  expect(decideFeedback(facts, undefined, input, inTime)).toEqual({
    ...{ trainingRating: 'love', trainerRating: 'like', thought: 'Good', isShared: true, state: 'waiting' },
  });
  const alone = decideFeedback({ ...facts, trainerId: null }, undefined, { ...input, thought: '  ' }, inTime);
  expect(alone).toMatchObject({ trainerRating: null, thought: '', isShared: false });
  const ratingOnly = { ...facts, isCommentingAllowed: false };
  expect(decideFeedback(ratingOnly, undefined, { ...input, thought: '' }, inTime).trainingRating).toBe(
    'love',
  );
});

const states: readonly CommentState[] = ['waiting', 'allowed', 'hidden'];
test.each(states)('other words than those that are %s wait anew; other ratings do not', (state) => {
  const before = { ...input, thought: 'Good', state };
  const decide = (changed: Partial<FeedbackInput>) =>
    decideFeedback(facts, before, { ...input, ...changed }, inTime).state;
  expect(decide({ trainingRating: 'dislike' })).toBe(state);
  expect(decide({ thought: 'Bad' })).toBe('waiting');
  expect(decide({ isShared: false })).toBe('waiting');
  expect(decide({ thought: '' })).toBe('waiting');
});

test('what was written while comments were taken stays when they no longer are', () => {
  const before = { ...input, thought: 'Good', state: 'allowed' as const };
  const shut = { ...facts, isCommentingAllowed: false };
  expect(decideFeedback(shut, before, input, inTime).state).toBe('allowed');
});

test('what its author shares with nobody is allowed by nobody, nor what was read otherwise', () => {
  const thought = 'Good';
  expect(decideAllowing({ isShared: true, thought }, 'Good')).toBe('allowed');
  expect(() => decideAllowing({ isShared: true, thought }, 'good')).toThrow('changedMeanwhile');
  expect(() => decideAllowing({ isShared: false, thought }, 'Good')).toThrow('commentIsPrivate');
});

test('ratings of fewer than five are told to nobody', () => {
  expect(shownRatings({ dislike: 1, like: 1, love: 2 })).toBeNull();
  expect(shownRatings({ dislike: 1, like: 1, love: 3 })).toEqual({ dislike: 1, like: 1, love: 3 });
});

test.each([
  ['Mari', 'Mets', 'Mari M.'],
  ['Õie', 'Šmidt', 'Õie Š.'],
  ['Mari', '', 'Mari'],
  ['', 'Mets', 'M.'],
  [null, null, ''],
])('%s %s is shown as “%s”', (first, last, shown) => {
  expect(authorName(first, last)).toBe(shown);
});

test('the seven days are counted from the end', () => {
  expect(feedbackUntil(facts)).toBe('2026-09-21T10:00:00Z');
});
