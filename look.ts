import { chromium } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { loadTexts, textsFor } from './src/server/kernel/texts.ts';
import { writeWords } from './src/server/messages/notices/words.ts';
import { writePage } from './src/server/messages/layout.ts';
await loadTexts();
const t = textsFor('lv');
const matter: any = { event: { topic: 'notice', kind: 'trainingChanged', previousStartsAt: '2026-11-24T15:00:00Z', dedupeKey: '', clientId: 1, trainingId: 7 }, name: 'Vinjāsas joga', startsAt: '2026-11-24T16:00:00Z', endsAt: '2026-11-24T17:00:00Z', roomName: 'Lielā zāle', previousRoom: 'Mazā zāle', clubName: 'Centrs', address: 'Jūras iela 14, Jūrmala', trainerName: 'Anna Bērziņa', previousTrainer: 'Liis Tamberga', freeUntil: '2026-11-25T12:00:00Z', link: 'http://dzintara-spa.lv.localhost:18231/training?id=12345' };
const wording = { t, now: '2026-11-23T14:00:00Z', timeZone: 'Europe/Riga' };
const changed = writeWords([matter], wording);
const reminder = writeWords([{ ...matter, previousRoom: undefined, previousTrainer: undefined, event: { ...matter.event, kind: 'reminder', previousStartsAt: undefined } }], wording);
const tenant: any = { name: 'Dzintara Spa', theme: { light: '#E6A23C', dark: '#E6A23C', defaultColorScheme: 'dark' } };
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', env: { ...process.env, LD_PRELOAD: '' } });
for (const [name, words] of [['changed', changed], ['reminder', reminder]] as const) {
  const text = [t('mail.greeting', { name: 'Mare' }), words.mail, t('mail.signature', { tenant: tenant.name })].join('\n\n');
  writeFileSync(`/tmp/mails-pics/${name}.txt`, text);
  writeFileSync(`/tmp/mails-pics/${name}.html`, writePage({ tenant, origin: 'http://dzintara-spa.lv.localhost:18231' }, { subject: words.title, text }));
}
for (const [name, width, colorScheme, off] of [['changed', 390, 'light', false], ['changed', 390, 'dark', true], ['reminder', 820, 'dark', false]] as const) {
  const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme });
  if (off) await page.route('**/*.png', (route) => route.abort());
  await page.goto(`file:///tmp/mails-pics/${name}.html`);
  await page.waitForTimeout(800);
  await page.screenshot({ path: `/tmp/mails-pics/mail-${name}-${width}-${colorScheme}.png`, fullPage: true });
}
for (const [width, colorScheme] of [[390, 'light'], [820, 'dark'], [1440, 'light']] as const) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, locale: 'lv-LV' });
  const page = await context.newPage();
  await page.goto('http://dzintara-spa.lv.localhost:18231/');
  await page.getByLabel(/e-past|lietot/i).first().fill('member@demo.test').catch(() => {});
  await page.getByLabel(/^Parole/).first().fill('Demo1234').catch(() => {});
  await page.getByRole('button', { name: /Pieslēgties|Ienākt|Ieiet/ }).first().click({ timeout: 5000 }).catch(() => {});
  await page.waitForTimeout(2500);
  await page.goto('http://dzintara-spa.lv.localhost:18231/profile');
  await page.waitForTimeout(3000);
  const group = page.getByRole('group', { name: /Atgādināt/ });
  await group.scrollIntoViewIfNeeded({ timeout: 5000 }).catch((e) => console.log(String(e).slice(0, 200)));
  await page.screenshot({ path: `/tmp/mails-pics/profile-${width}-${colorScheme}.png` });
}
await browser.close();
