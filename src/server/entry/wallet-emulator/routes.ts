import type { App } from '#server/kernel/app.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { codeAt, type GoogleEmulator, savePath } from './google.ts';
import { cardPage, cardPolicy } from './page.ts';

/** What stands in for Google's page and phone, on the centre's own host: never in production. */
export function mountEmulatorWallet(
  app: App,
  emulatorNow: () => GoogleEmulator | undefined,
  digitsOf: (key: Buffer, step: number) => string,
): void {
  app.get<{ Params: { '*': string } }>(`${savePath}/*`, async ({ tenant, params }, reply) => {
    const card = await emulatorNow()?.open(params['*']);
    if (!card) throw new AppError('itemNotFound');
    const shown = {
      title: card.cardTitle.defaultValue.value,
      holder: card.header.defaultValue.value,
      code: codeAt(card, app.ports.clock.epochMilliseconds(), digitsOf),
    };
    return reply
      .headers({
        'Content-Security-Policy': cardPolicy,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(cardPage(shown, tenant.defaultLanguage));
  });
}
