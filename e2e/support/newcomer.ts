import { expect, type Page } from '@playwright/test';
import { resetPassword } from '#shared/account/contract.ts';
import { inviteUser } from '#shared/account/users/contract.ts';
import { createClient, listClients } from '#shared/clients/contract.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { holdSession, logInBeside } from './log-in.ts';
import { callAs, callAsMember, type MemberCall } from './member.ts';

export const newcomerPassword = 'Sammalkivi7';

export interface Newcomer {
  readonly email: string;
  /** As an administrator of the centre. */
  readonly manage: MemberCall;
}

let count = 0;

/**
 * Somebody new with an account of their own, so that what they change or end is nobody else's; at the centre whose page is
 * open. With a trainer's id they log in as that trainer.
 */
export async function comeNew(
  page: Page,
  mark: string,
  trainerId: number | null = null,
  { firstName, lastName } = { firstName: 'Mari', lastName: 'Maasikas' },
): Promise<Newcomer> {
  count += 1;
  const manage = await callAsMember(page, 'admin');
  const email = `uus-${mark}-${count}-${await page.evaluate(() => Math.round(performance.timeOrigin))}@test.test`;
  const values = {
    ...{ email, firstName, lastName, phone: '', isAdmin: false, trainerId },
    ...{ canSeeRegistrations: trainerId !== null, canManageRegistrations: false, isBlocked: false },
  };
  await manage(inviteUser, { body: { values } });
  const resetToken = /token=([\w-]+)/.exec(await newestMail(manage, email))?.[1] ?? '';
  await manage(resetPassword, { body: { resetToken, newPassword: newcomerPassword } });
  return { email, manage };
}

export interface OwnMember extends Newcomer {
  /** As they themselves. */
  readonly call: MemberCall;
}

/** Somebody new, as {@link comeNew}, with their own calls. */
export async function comeAsMember(
  page: Page,
  mark: string,
  called?: { firstName: string; lastName: string },
): Promise<OwnMember> {
  const newcomer = await comeNew(page, mark, null, called);
  return { ...newcomer, call: await callAs(page, newcomer.email, newcomerPassword) };
}

/** As which client of the centre they are known. */
export async function clientIdOf({ manage, email }: Newcomer): Promise<number> {
  const [client] = (await manage(listClients, { query: { q: email } })).items;
  if (!client) throw new Error(`${email} is no client`);
  return client.id;
}

export interface OwnClient {
  readonly id: number;
  readonly name: string;
  readonly number: string;
}

/** A client without an account, by a name that is nobody else's when `lastName` is of this run alone. */
export async function makeClient(
  manage: MemberCall,
  firstName: string,
  lastName: string,
): Promise<OwnClient> {
  // One number is told once.
  const phone = `+372 55${String(crypto.getRandomValues(new Uint32Array(1)))
    .slice(-6)
    .padStart(6, '0')}`;
  const values = { phone, address: '', city: '', county: '', zip: '', isBlocked: false };
  const email = `${crypto.randomUUID()}@test.test`;
  const { id } = await manage(createClient, { body: { values: { firstName, lastName, email, ...values } } });
  const { items } = await manage(listClients, { query: { q: email } });
  return { id, name: `${firstName} ${lastName}`, number: items[0]?.facts.code ?? '' };
}

/** The text of the newest mail to an address, once there is one that says so. */
export async function newestMail(manage: MemberCall, to: string, saying = 'http'): Promise<string> {
  let text = '';
  await expect(async () => {
    const { items } = await manage(listOutgoingMails, { query: { limit: 100 } });
    text = items.find((mail) => mail.recipient === to && mail.text.includes(saying))?.text ?? '';
    expect(text).not.toBe('');
  }).toPass({ timeout: 45_000 });
  return text;
}

/** Signs somebody in at the centre whose page is open. */
export async function signIn(page: Page, email: string, password = newcomerPassword): Promise<void> {
  await holdSession(page, await logInBeside(page, email, password));
  await page.evaluate(() => localStorage.setItem('has_logged_in', 'true'));
}
