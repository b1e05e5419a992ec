import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { en } from '#i18n/en.ts';
import { type Texts, TextsProvider } from '#web/kernel/texts.tsx';
import { createTranslate } from '#web/kernel/translate.ts';
import { PasswordField } from './password-field.tsx';

const texts = { t: createTranslate('en', en), language: 'en' } as unknown as Texts;

test.each(['current-password', 'new-password'] as const)(
  'a password is masked, and a manager of passwords may fill it in: %s',
  (autoComplete) => {
    const markup = renderToStaticMarkup(
      <TextsProvider texts={texts}>
        <PasswordField name="password" label="Password" autoComplete={autoComplete} />
      </TextsProvider>,
    );
    const [input = ''] = /<input[^>]*>/.exec(markup) ?? [];
    expect(input).toContain('type="password"');
    expect(input).toContain(`autoComplete="${autoComplete}"`);
    expect(input).toContain('maxLength="256"');
    expect(input).not.toContain('readOnly');
  },
);
