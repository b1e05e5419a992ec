import fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerMedia } from './web-media.ts';

test('a film is sent whole or in the parts a player asks for', async () => {
  const app = fastify();
  await registerMedia(app);
  const whole = await app.inject({ url: '/media/videos/squat.webm' });
  expect(whole.statusCode).toBe(200);
  expect(whole.headers['content-type']).toBe('video/webm');
  expect(whole.headers['accept-ranges']).toBe('bytes');
  expect(whole.headers['x-content-type-options']).toBe('nosniff');
  expect(whole.rawPayload.length).toBeLessThan(60_000);
  const part = await app.inject({ url: '/media/videos/squat.webm', headers: { range: 'bytes=100-199' } });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 100-199/${whole.rawPayload.length}`);
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(100, 200));
  const beyond = await app.inject({ url: '/media/videos/squat.webm', headers: { range: 'bytes=9999999-' } });
  expect(beyond.statusCode).toBe(416);
  const captions = await app.inject({ url: '/media/videos/squat-et.vtt' });
  expect(captions.headers['content-type']).toContain('text/vtt');
  for (const url of [
    '/media/../package.json',
    '/media/%2e%2e/package.json',
    '/media/',
    '/media/nothing.webm',
  ]) {
    expect((await app.inject({ url })).statusCode, url).toBeGreaterThanOrEqual(400);
  }
  await app.close();
});
