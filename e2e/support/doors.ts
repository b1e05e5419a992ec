import { expect, type Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { createDoor, offerPairing } from '#shared/entry/doors/contract.ts';
import { createClub } from '#shared/rooms/places/contract.ts';
import { tenantUrl } from './journey.ts';
import { callAsMember } from './member.ts';

const { door } = et;

/**
 * A door of this journey alone, in a club that is open day and night or in this one, and the number that makes a tablet it.
 */
export async function makeDoor(page: Page, clubId?: number): Promise<string> {
  const call = await callAsMember(page, 'admin');
  const name = `Uks ${crypto.randomUUID().slice(0, 8)}`;
  const always = '00:00-24:00';
  const hours = {
    ...{ monday: always, tuesday: always, wednesday: always, thursday: always },
    ...{ friday: always, saturday: always, sunday: always },
  };
  const ofClub = { name, address: '', city: '', position: 0, hours };
  const club = clubId === undefined ? await call(createClub, { body: { values: ofClub } }) : { id: clubId };
  const values = {
    name,
    clubId: club.id,
    direction: 'in' as const,
    clientType: 'gym' as const,
    relayUrl: 'https://lock.demo.test/1',
    isActive: true,
  };
  const { id } = await call(createDoor, { body: { values } });
  const { pairingCode } = await call(offerPairing, { params: { id } });
  return pairingCode;
}

/** Makes a page the door with this number. */
export async function pair(page: Page, host: string, pairingCode: string): Promise<void> {
  await page.goto(tenantUrl(host, '/door'));
  await page.getByLabel(door.pairingCode).fill(pairingCode);
  await page.getByRole('button', { name: door.pair }).click();
  // It has heard who it is, and its list with that.
  await expect(page.getByRole('heading', { level: 1, name: /^Uks / })).toBeVisible();
  await expect(page.getByText(door.online)).toBeVisible();
}

/** Types a code as a reader at the door does. */
export async function typeCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel(door.typed);
  await field.fill(code);
  await field.press('Enter');
}
