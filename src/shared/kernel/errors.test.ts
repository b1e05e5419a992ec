import { expect, test } from 'vitest';
import { isErrorBody } from './errors.ts';

// shows: error-recognised
test.each<[string, unknown]>([
  ['one code', { errors: ['notLoggedIn'], code: 401 }],
  ['the least status', { errors: ['dataValidationFailed'], code: 400 }],
  ['several codes', { errors: ['serverError', 'unknown'], code: 500 }],
  ['no code at all', { errors: [], code: 404 }],
  ['a code that nobody knows yet', { errors: ['fromAnotherVersion'], code: 409 }],
  ['values beside', { errors: ['campaignExpired'], code: 409, details: { date: '13.09.2026' } }],
])('an error is recognised: %s', (_, body) => {
  expect(isErrorBody(body)).toBe(true);
});

// shows: error-recognised
test.each<[string, unknown]>([
  ['a status below 400', { errors: ['notLoggedIn'], code: 399 }],
  ['a status of success', { errors: [], code: 200 }],
  ['a status that is a text', { errors: ['notLoggedIn'], code: '401' }],
  ['a status that is no number', { errors: ['notLoggedIn'], code: Number.NaN }],
  ['no status', { errors: ['notLoggedIn'] }],
  ['no errors', { code: 404 }],
  ['errors that are a text', { errors: 'notLoggedIn', code: 401 }],
  ['errors that are like a list', { errors: { 0: 'notLoggedIn', length: 1 }, code: 401 }],
  ['errors that are not texts', { errors: ['notLoggedIn', 401], code: 401 }],
  ['nothing among the errors', { errors: [null], code: 401 }],
  ['a list', [{ errors: ['notLoggedIn'], code: 401 }]],
  ['the page of a proxy', '<html>502 Bad Gateway</html>'],
  ['an empty answer', ''],
  ['nothing', null],
  ['what was not there', undefined],
  ['an ordinary answer', { id: 1, code: 'SÜGIS-26', name: 'Sügis' }],
])('what is no error is not taken for one: %s', (_, body) => {
  expect(isErrorBody(body)).toBe(false);
});
