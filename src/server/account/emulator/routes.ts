import { z } from 'zod';
import type { App } from '#server/kernel/app.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { phonePath } from './api.ts';
import { cardPersons, persons } from './built-in.ts';
import type { Cards } from './cards.ts';
import { phoneNote, phonePage, phonePolicy } from './page.ts';
import type { Phones } from './phones.ts';

const Pressed = z.object({
  token: z.string().max(100),
  action: z.enum(['confirm', 'refuse']),
  document: z.string().max(60).catch(''),
});

const pageHeaders = {
  'Content-Security-Policy': phonePolicy,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
} as const;

/** The phone that Smart-ID's stand-in plays, on the centre's own host: never in production. */
export function mountEmulatorPhone(app: App, phones: Phones): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1000 },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    scope.get<{ Querystring: Record<string, string> }>(phonePath, async ({ tenant, query }, reply) => {
      const { defaultLanguage } = tenant;
      const session = phones.open(query);
      const page = session
        ? phonePage({ token: session.token, ...phones.shownOf(session) }, defaultLanguage)
        : phoneNote(defaultLanguage, 'standInOld');
      return reply
        .code(session ? 200 : 410)
        .headers(pageHeaders)
        .type('text/html; charset=utf-8')
        .send(page);
    });

    scope.post(phonePath, async ({ tenant, body }, reply) => {
      const pressed = Pressed.safeParse(body);
      const session = pressed.success ? phones.find(pressed.data.token) : undefined;
      const person = persons.find(({ document }) => document === pressed.data?.document);
      const isConfirmed = pressed.data?.action === 'confirm' && person !== undefined;
      if (session && !isConfirmed) phones.refuse(session);
      const back = session && isConfirmed ? await phones.confirm(session, person) : undefined;
      if (back !== undefined)
        return reply
          .code(303)
          .headers({ ...pageHeaders, Location: back })
          .send();
      const page = phoneNote(tenant.defaultLanguage, session ? 'standInDone' : 'standInOld');
      return reply
        .code(session ? 200 : 410)
        .headers(pageHeaders)
        .type('text/html; charset=utf-8')
        .send(page);
    });
  });
}

const Put = z.object({ nonce: z.string().length(44), document: z.string().max(60) });

/** Cards as a journey's extension asks them, on the centre's own host: never in production. */
export function mountEmulatorCards(app: App, cards: Cards, originOf: (tenant: Tenant) => string): void {
  app.post('/stand-in/id-card', async ({ tenant, body }, reply) => {
    const put = Put.safeParse(body);
    const person = cardPersons.find(({ document }) => document === put.data?.document);
    if (!put.success || !person) return reply.code(400).send();
    return cards.confirm({ origin: originOf(tenant), nonce: put.data.nonce }, person);
  });
}
