import { describe, expect, test } from 'vitest';
import * as account from '#shared/account/contract.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';
import * as registrations from '#shared/registrations/contract.ts';
import * as schedule from '#shared/schedule/contract.ts';
import * as tenants from '#shared/tenants/contract.ts';
import { testPassword } from './centre.ts';
import { testNow, withServer } from './server.ts';

const { centre, call, send, logIn, ask, clock } = withServer();
const deviceParameters = {
  platform: 'test',
  userAgent: 'test',
  screenWidth: 390,
  screenHeight: 844,
  colorDepth: 24,
  cpuCores: 2,
  touchPoints: 1,
};

describe('what API tests lean on', () => {
  test('a fresh centre answers by its host', async () => {
    const { host } = await centre({ rules: { menu: { isInvoiceHidden: true } } });
    const answer = await call(tenants.getPageRules, {}, { host });
    expect(answer.status).toBe(200);
    expect(answer.body.menu.isInvoiceHidden).toBe(true);
    expect((await call(tenants.getPageRules, {}, { host: 'nobody.ee' })).error).toBe('unknownHost');
  });

  test('an account is signed in by its actor, by a made token and by its password', async () => {
    const home = await centre();
    const actor = await home.account();
    expect((await call(account.getProfile, {}, { actor })).body.email).toBe(actor.email);
    const token = await logIn(actor);
    expect((await call(account.getProfile, {}, { token, host: home.host })).status).toBe(200);
    expect((await call(account.getProfile, {}, { host: home.host })).error).toBe('notLoggedIn');
    const login = await call(
      account.login,
      {
        body: {
          userCredentials: { username: actor.email, password: testPassword, keep: false },
          deviceParameters,
        },
      },
      { host: home.host },
    );
    expect(login.cookies).toHaveProperty('trenn_refresh');
    const { email } = (
      await call(account.getProfile, {}, { token: login.body.token ?? undefined, host: home.host })
    ).body;
    expect(email).toBe(actor.email);
  });

  test('a training is booked, and the database agrees', async () => {
    const home = await centre();
    const actor = await home.account();
    const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', maxPlaces: 1 });
    const day = await call(
      schedule.listPublicTrainings,
      { query: { from: '2026-09-15' } },
      { host: home.host },
    );
    expect(day.body.map(({ id }) => id)).toEqual([training.id]);
    const booked = await call(
      registrations.register,
      { body: { trainingId: training.id, isWaitingAccepted: false } },
      { actor },
    );
    expect(booked.body.outcome).toBe('booked');
    const rows = await ask<{ booked: number }>(
      'select booked from trainings where tenant_id = $1 and id = $2',
      home.id,
      training.id,
    );
    expect(rows).toEqual([{ booked: 1 }]);
  });

  test('registrations put in directly are counted, and a refusal throws its name', async () => {
    const home = await centre();
    const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', maxPlaces: 1 });
    await home.registration(training, await home.client(), { place: 1 });
    await home.registration(training, await home.client());
    const answer = await call(
      registrations.register,
      { body: { trainingId: training.id, isWaitingAccepted: false } },
      { actor: await home.account() },
    );
    expect(answer.error).toBe('noFreePlaces');
    expect(() => answer.body).toThrow('noFreePlaces');
  });

  test('the clock stands at the same instant in each test', () => {
    expect(clock.now()).toBe(testNow);
    clock.advance({ hours: 5 });
  });

  test('the clock was put back', () => {
    expect(clock.now()).toBe(testNow);
    clock.advance({ hours: 5 });
  });

  test('an exchange beside the contract', async () => {
    const { host } = await centre();
    const answer = await send({
      method: 'POST',
      path: `${apiBase}/account/login`,
      host,
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(answer.status).toBe(400);
  });
});
