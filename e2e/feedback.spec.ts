import type { Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { getTrainingFeedback, listComments } from '#shared/feedback/contract.ts';
import { groundOf } from './support/editing.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { lookAt, speak } from './support/looks.ts';
import { callAsMember } from './support/member.ts';
import { comeNew, signIn } from './support/newcomer.ts';
import { makeAttended, makeThought } from './support/thoughts.ts';
import { makeTrainer } from './support/trainings.ts';

const { feedback: texts } = et;

/** Centres that take feedback, where no other journey books. */
const hostOf = ({ project }: TestInfo) =>
  project.name === 'phone' ? 'rutmituba.ee' : 'rabakivi-ronimine.ee';

const named = (text: string, name: string) => text.replace('{{name}}', name);

/** One of the two choices in the dialog. */
const choose = (page: Page, question: string, rating: string) =>
  page.getByRole('group', { name: question }).getByText(rating, { exact: true }).click();

// shows: say-what-one-thinks, past-trainings-rated
test('a member rates, the administrator allows the thought, and others read it', async ({ page }, info) => {
  test.setTimeout(120_000);
  const host = hostOf(info);
  await standAt(page, host);
  const trainer = await makeTrainer(await groundOf(page));
  const { training, email } = await makeAttended(page, trainer.id);
  const { id: trainingId, name: trainingName } = training;

  await signIn(page, email);
  await openTenant(page, host, `/training?id=${trainingId}`);
  await page.getByRole('button', { name: `${texts.give}: ${trainingName}` }).click();
  const dialog = page.getByRole('dialog', { name: trainingName });
  await dialog.getByRole('button', { name: texts.send }).click();
  await expect(dialog.getByText(texts.choose)).toBeVisible();
  await expectAccessible(page);
  await choose(page, texts.trainingQuestion, texts.love);
  await choose(page, named(texts.trainerQuestion, trainer.name), texts.like);
  const thought = `Päris hea, ${info.project.name}`;
  await dialog.getByLabel(texts.thought).fill(thought);
  await dialog.getByText(texts.share, { exact: true }).click();
  // Closed by mistake, it holds what was chosen and typed when it is opened again.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: `${texts.give}: ${trainingName}` }).click();
  await expect(dialog.getByLabel(texts.thought)).toHaveValue(thought);
  await expect(dialog.getByRole('checkbox', { name: texts.share })).toBeChecked();
  await dialog.getByRole('button', { name: texts.send }).click();
  await expect(page.getByText(texts.thanks)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(texts.ownWaiting)).toBeVisible();

  // Under the past ones it can be changed, and browser back closes the dialog without a change.
  await page.goto(page.url().replace(/\/training\?.*/, '/workouts?period=past'));
  const change = page.getByRole('button', { name: `${texts.change}: ${trainingName}` }).first();
  await expect(change).toBeVisible();
  await expectAccessible(page);
  await change.click();
  await expect(dialog.getByLabel(texts.thought)).toHaveValue(thought);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/workouts\?period=past/);

  await logInAs(page, 'admin', `/attendance?id=${trainingId}`);
  const comment = page.getByRole('listitem').filter({ hasText: thought });
  await expect(comment.getByText(texts.waiting)).toBeVisible();
  await expectAccessible(page);
  await comment.getByRole('button', { name: named(texts.allowNamed, '') }).click();
  await expect(page.getByText(texts.allowedNow)).toBeVisible();
  await expect(comment.getByText(texts.allowed, { exact: true })).toBeVisible();

  await page.goto(page.url().replace('/attendance', '/training'));
  await expect(page.getByText(thought)).toBeVisible();
  await expectAccessible(page);

  // Taken from others again, and its author reads that it is.
  await page.goto(page.url().replace('/training', '/attendance'));
  await comment.getByRole('button', { name: named(texts.hideNamed, '') }).click();
  await expect(page.getByText(texts.hiddenNow)).toBeVisible();
  await signIn(page, email);
  await openTenant(page, host, `/training?id=${trainingId}`);
  await expect(page.getByText(texts.ownHidden)).toBeVisible();
  await expect(page.getByText(thought)).toHaveCount(0);
});

test('what a trainer allows an administrator hides, and members read it only between', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(120_000);
  const host = hostOf(info);
  await standAt(page, host);
  const trainer = await makeTrainer(await groundOf(page));
  const { training, thought: text } = await makeThought(page, trainer.id);
  const { email } = await comeNew(page, 'treener', trainer.id);
  const manage = await callAsMember(page, 'admin');
  const [comment] = (await manage(listComments, { query: { training: training.id } })).comments;
  if (!comment) throw new Error('nothing was thought');
  const member = await browser.newPage({ viewport: info.project.use.viewport ?? null });
  await standAt(member, host);
  await logInAs(member, 'member', `/training?id=${training.id}`);
  const heading = member.getByRole('heading', { name: texts.heading });
  await expect(heading).toBeVisible();
  await expect(member.getByText(text)).toHaveCount(0);

  await signIn(page, email);
  await openTenant(page, host, `/attendance?id=${training.id}`);
  const row = page.getByRole('listitem').filter({ hasText: text });
  await expect(row).toContainText(comment.author);
  await row.getByRole('button', { name: named(texts.allowNamed, comment.author) }).click();
  await expect(page.getByText(texts.allowedNow)).toBeVisible();
  await expect(row.getByText(texts.allowed, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await member.reload();
  const read = member.getByRole('listitem').filter({ hasText: text });
  await expect(read).toContainText(comment.author);
  await expectAccessible(member);

  await logInAs(page, 'admin', `/attendance?id=${training.id}`);
  await row.getByRole('button', { name: named(texts.hideNamed, comment.author) }).click();
  await expect(page.getByText(texts.hiddenNow)).toBeVisible();
  await expect(row.getByText(texts.hidden, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await member.reload();
  await expect(heading).toBeVisible();
  await expect(read).toHaveCount(0);
  const { comments } = await (await callAsMember(member))(getTrainingFeedback, {
    params: { trainingId: training.id },
  });
  expect(comments.map(({ id }) => id)).not.toContain(comment.id);
  await member.close();
});

for (const language of ['et', 'en', 'lv'] as const) {
  // Looked at once.
  test(`the dialog of feedback is accessible and fits, ${language}`, { tag: ['@desk', '@tour'] }, async ({
    page,
  }) => {
    test.setTimeout(150_000);
    const host = 'northlight-pilates.com';
    await standAt(page, host);
    const trainer = await makeTrainer(await groundOf(page));
    const { training, email } = await makeAttended(page, trainer.id);
    await speak(page, host, language);
    await signIn(page, email);
    await openTenant(page, host, `/training?id=${training.id}`);
    await page.locator('section button[aria-haspopup="dialog"]').click();
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeAttached();
    await lookAt(page, language);
  });
}
