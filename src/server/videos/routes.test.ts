import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import * as office from '#shared/videos/admin/contract.ts';
import { listVideos } from '#shared/videos/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

const words = (text: string) => ({ et: `${text} et`, en: `${text} en`, lv: `${text} lv` });
const squat: office.VideoValues = {
  titles: words('Squat'),
  descriptions: { et: '', en: 'Knees', lv: '' },
  url: '/media/videos/squat.webm',
  thumbnail: '/media/videos/squat.webp',
  captions: { et: '', en: '', lv: '/media/videos/squat-lv.vtt' },
  typeIds: [],
  position: 1,
  isActive: true,
};

async function furnished(): Promise<{ home: Centre; admin: TestAccount; member: TestAccount }> {
  const home = await centre();
  return { home, admin: await home.account({ role: 'admin' }), member: await home.account({}) };
}

async function added(admin: TestAccount, values: Partial<office.VideoValues>): Promise<number> {
  const answer = await call(
    office.createVideo,
    { body: { values: { ...squat, ...values } } },
    { actor: admin },
  );
  expect(answer.status, answer.error).toBe(200);
  return answer.body.id;
}

// shows: video-fields, call-user-video
test('members see what an administrator set, in their language and the order given', async () => {
  const { home, admin, member } = await furnished();
  const type = await call(
    office.createVideoType,
    { body: { values: { names: words('Legs'), position: 0 } } },
    { actor: admin },
  );
  const typeIds = [type.body.id];
  const second = await added(admin, { titles: words('Plank'), thumbnail: '', position: 2 });
  const first = await added(admin, { typeIds });
  await added(admin, { isActive: false });
  const seen = await call(listVideos, undefined, { actor: member, language: 'lv' });
  expect(seen.body).toEqual([
    {
      id: first,
      url: '/media/videos/squat.webm',
      title: 'Squat lv',
      // Where a language has no words, another's.
      description: 'Knees',
      thumbnailUrl: '/media/videos/squat.webp',
      types: [{ id: typeIds[0], name: 'Legs lv' }],
      captions: [{ language: 'lv', url: '/media/videos/squat-lv.vtt' }],
    },
    expect.objectContaining({ id: second, title: 'Plank lv', types: [] }),
  ]);
  expect(seen.body[1]).not.toHaveProperty('thumbnailUrl');
  expect(seen.headers['cache-control']).toContain('no-store');

  const elsewhere = await furnished();
  expect((await call(listVideos, undefined, { actor: elsewhere.member })).body).toEqual([]);
  expect((await call(listVideos, undefined, { host: home.host })).status).toBe(401);
});

test('an administrator changes and takes away; a type in use stays; the trail knows', async () => {
  const { home, admin, member } = await furnished();
  const type = await call(
    office.createVideoType,
    { body: { values: { names: words('Legs'), position: 0 } } },
    { actor: admin },
  );
  const id = await added(admin, { typeIds: [type.body.id] });
  const kept = await call(office.removeVideoType, { params: { id: type.body.id } }, { actor: admin });
  expect([kept.status, kept.error]).toEqual([409, 'stillInUse']);
  const list = await call(office.listAllVideos, { query: {} }, { actor: admin });
  expect(list.body.references.videoTypes).toEqual([
    { id: type.body.id, name: expect.stringContaining('Legs') },
  ]);
  const version = list.body.items[0]?.version ?? '';
  const body = { version, values: { ...squat, url: 'https://youtu.be/abcdEFGH_-1', typeIds: [] } };
  expect((await call(office.updateVideo, { params: { id }, body }, { actor: admin })).status).toBe(200);
  expect((await call(office.updateVideo, { params: { id }, body }, { actor: admin })).error).toBe(
    'changedMeanwhile',
  );
  const [seen] = (await call(listVideos, undefined, { actor: member })).body;
  expect(seen).toMatchObject({ url: 'https://youtu.be/abcdEFGH_-1', types: [] });
  expect((await call(office.removeVideo, { params: { id } }, { actor: admin })).status).toBe(200);
  expect(
    (await call(office.removeVideoType, { params: { id: type.body.id } }, { actor: admin })).status,
  ).toBe(200);
  expect((await call(listVideos, undefined, { actor: member })).body).toEqual([]);
  const trail = await ask<{ noun: string }>(
    'select noun from audit_trail where tenant_id = $1 order by id',
    home.id,
  );
  expect(trail.map(({ noun }) => noun)).toEqual(['videoTypes', 'videos', 'videos', 'videos', 'videoTypes']);
});

test.each([
  { url: 'https://elsewhere.test/a.mp4' },
  { url: '/media/../secrets.mp4' },
  { url: '' },
  { thumbnail: 'https://elsewhere.test/a.png' },
  { captions: { et: 'https://elsewhere.test/a.vtt', en: '', lv: '' } },
  { titles: { et: '', en: 'x', lv: 'x' } },
  { descriptions: { et: 'x'.repeat(501), en: '', lv: '' } },
  { typeIds: [2_000_000_000] },
])('what cannot be played or shown is refused: %j', async (wrong) => {
  const { admin } = await furnished();
  const answer = await call(
    office.createVideo,
    { body: { values: { ...squat, ...wrong } as office.VideoValues } },
    { actor: admin },
  );
  expect([answer.status, answer.error]).toEqual([400, 'dataValidationFailed']);
});

test('the page around a service’s player lets in that service alone, and only our own pages around it', async () => {
  const { home } = await furnished();
  const { app } = running.server;
  const headers = { host: home.host };
  const page = await app.inject({ url: '/video-frame/youtube/abcdEFGH_-1', headers });
  expect(page.statusCode).toBe(200);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('frame-src https://www.youtube-nocookie.com;');
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('script');
  expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(page.body).toContain('sandbox="allow-scripts allow-same-origin allow-presentation"');
  expect(page.body).toContain(
    'src="https://www.youtube-nocookie.com/embed/abcdEFGH_-1?autoplay=1&amp;rel=0"',
  );
  for (const url of [
    '/video-frame/youtube/short',
    '/video-frame/vimeo/abcdEFGH_-1',
    '/video-frame/elsewhere/123456789',
    '/video-frame/youtube/%22%3E%3Cb%3E12345',
  ]) {
    expect((await app.inject({ url, headers })).statusCode, url).toBe(404);
  }
});
