import { expect } from 'vitest';
import * as contract from '#shared/visitors/contract.ts';
import type { Centre, CentreParts } from './centre.ts';
import type { TestServer } from './server.ts';

export const kai = { firstName: 'Kai', lastName: 'Kask', email: 'kai@test.test', phone: '+372 5555 1234' };

export interface SentMail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** The token of the link in a visitor's mail. */
export const linkTokenIn = (mail: SentMail | undefined) =>
  /confirm\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

/** What somebody without an account does, over HTTP, and what a centre has of it. */
export function visitorMeans({ centre, call, ask }: Pick<TestServer, 'centre' | 'call' | 'ask'>) {
  const book = (home: Centre, trainingId: number, parts: object = {}, language = 'en') =>
    call(
      contract.bookAsVisitor,
      { body: { trainingId, isWaitingAccepted: false, ...kai, ...parts } },
      { host: home.host, language },
    );
  const confirm = (home: Centre, linkToken: string, isWaitingAccepted = false) =>
    call(
      contract.confirmVisitorRegistration,
      { body: { linkToken, isWaitingAccepted } },
      { host: home.host },
    );

  /** The centre's mails but those that confirm, oldest first, once there are as many as expected. */
  async function mailsOf(home: Centre, count = 1): Promise<SentMail[]> {
    const read = () =>
      ask<SentMail>(
        `select recipient, subject, text from stand_in_mails where tenant_id = $1
          and message_id not like '<visitorBooked%' order by id`,
        home.id,
      );
    await expect.poll(async () => (await read()).length, { timeout: 5000 }).toBe(count);
    return read();
  }

  /** Asks for a place and gives the token of the mail; `count` mails are there by then. */
  async function asked(home: Centre, trainingId: number, count = 1, parts: object = {}): Promise<string> {
    expect((await book(home, trainingId, parts)).body).toEqual({ outcome: 'mailed' });
    return linkTokenIn((await mailsOf(home, count)).at(-1));
  }

  return {
    ...{ book, confirm, mailsOf, asked },
    /** A centre that takes in people by itself. A place given back passes on at once: undoing has tests of its own. */
    open: (parts: CentreParts = {}) =>
      centre({ rules: { pages: { isJoinSimplePage: true } }, limits: { undoSeconds: 0 }, ...parts }),
    look: (home: Centre, id: string) =>
      call(contract.getVisitorRegistration, { params: { id } }, { host: home.host }),
    cancel: (home: Centre, id: string) =>
      call(contract.cancelVisitorRegistration, { params: { id } }, { host: home.host }),
    /** Asks for a place and presses in the mail. */
    pressed: async (home: Centre, trainingId: number, count = 1, parts: object = {}): Promise<string> => {
      const token = await asked(home, trainingId, count, parts);
      expect((await confirm(home, token, true)).status).toBe(200);
      return token;
    },
    clientsOf: (home: Centre) =>
      ask<{ id: number; first_name: string; phone: string }>(
        'select id, first_name, phone from clients where tenant_id = $1 order by id',
        home.id,
      ),
    registrationsOf: (home: Centre) =>
      ask<{ client_id: number; state: string }>(
        'select client_id, state from registrations where tenant_id = $1 order by id',
        home.id,
      ),
    freePlacesOf: async (home: Centre, training: number) => {
      const input = { query: { training } };
      return (await call(contract.getFreePlaces, input, { host: home.host })).body.freePlaces;
    },
  };
}
