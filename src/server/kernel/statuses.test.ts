import { describe, expect, test } from 'vitest';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { asking, nameOf, turnOf } from '#server/testing/furnished/asking.ts';
import { statuses } from '#server/testing/furnished/statuses.ts';
import { furnished } from '#server/testing/furnished.ts';
import { sampleInput } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { isTurn } from '#server/testing/turns.ts';
import { endpoints } from '#shared/endpoints.ts';

const running = withServer();
const { answerOf } = asking(running);

/** What a member's phone calls, but for what strangers' machines send: first what looks, last what takes away. */
const pressed = endpoints
  .filter(({ role }) => role === 'client' || role === 'visitor')
  .toSorted((one, other) => turnOf(one) - turnOf(other));

const languages = { et, en, lv };

/** Of each state a word of its own: everything there is made in one database. */
const wordOf = (name: string) => `Seis${String.fromCodePoint(65 + Object.keys(statuses).indexOf(name))}`;

/** Each takes seconds. */
const taken = Object.entries(statuses).filter((_, index) => isTurn(index, 3));

describe('every press of a member is answered in words, whoever is', () => {
  test.for(taken)('%s', { timeout: 60_000 }, async ([name, bring]) => {
    const place = await furnished(running, wordOf(name));
    const { home, owner, things } = place;
    await bring(running, place);
    const wrong: string[] = [];
    let wentWell = 0;
    for (const endpoint of pressed) {
      // Refuses to go on for an endpoint without a sample.
      const input = sampleInput(endpoint, things);
      const { status, error } = await answerOf(endpoint, input, { actor: owner.account, host: home.host });
      if (status < 400) wentWell += 1;
      const isSaid = Object.values(languages).every(
        ({ errors }) => (errors as Readonly<Record<string, string>>)[String(error)],
      );
      if (status >= 500 || (status >= 400 && !isSaid)) wrong.push(`${nameOf(endpoint)} ${status} ${error}`);
    }
    expect(wrong).toEqual([]);
    expect(wentWell).toBeGreaterThan(40);
  });
});
