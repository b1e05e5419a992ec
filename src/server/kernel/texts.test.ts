import { expect, test } from 'vitest';
import { loadTexts } from './texts.ts';

test('a value with a full stop ends a sentence alone, one without takes it', async () => {
  const t = (await loadTexts())('en');
  const values = { owner: 'Meelis L.', name: 'Ten visits' };
  expect(t('personalTrainings.mailBody', values)).toMatch(/^Meelis L\. .*: Ten visits\.$/);
  expect(t('personalTrainings.mailBody', { ...values, name: 'Ten vis.' })).toMatch(/: Ten vis\.$/);
});
