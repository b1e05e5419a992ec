import { entryMessage, entryText, stepAt } from '#shared/entry/codes/domain.ts';
import { keptThings } from './kept.ts';
import { signText } from './signing.ts';

/** This phone as a key to doors: what it needs to show codes without a network. */
export interface PhoneKey {
  readonly tenantId: number;
  readonly deviceId: number;
  readonly firstName: string;
  readonly privateKey: CryptoKey;
  /** The server's clock less this one's, in milliseconds. */
  readonly clockOffset: number;
}

const database = 'trenn-entry';
const kept = keptThings<{ phone: PhoneKey }>(database);

export const readPhoneKey = (): Promise<PhoneKey | undefined> => kept.get('phone').catch(() => undefined);
export const keepPhoneKey = (key: PhoneKey): Promise<void> => kept.set('phone', key);
/** Leaves nothing behind, not even an empty database where there was none. */
export async function forgetPhoneKey(): Promise<void> {
  const known = await indexedDB.databases?.();
  if (known?.every(({ name }) => name !== database)) return;
  await kept.remove('phone');
}

/** The code of a moment of this device's clock. */
export async function codeAt(phone: PhoneKey, deviceNow: number): Promise<string> {
  const { tenantId, deviceId } = phone;
  const code = { tenantId, deviceId, step: stepAt(deviceNow + phone.clockOffset) };
  return entryText({ ...code, signature: await signText(phone.privateKey, entryMessage(code)) });
}
