/** Notifications of this browser: what it can, and the subscription it has with its maker. */

export type PushPermission = 'unsupported' | 'denied' | 'possible';

/** Whether notifications may be asked for here. The browser itself asks only when somebody presses. */
export function pushPermission(): PushPermission {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) {
    return 'unsupported';
  }
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

export interface DeviceSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The address this browser is notified at; null while it is not, or has no worker yet. */
export async function findDeviceAddress(): Promise<string | null> {
  if (pushPermission() === 'unsupported') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription?.endpoint ?? null;
}

/**
 * Asks the person where that is still open, and the browser maker for an address. A subscription made with another key
 * could not be used: it is given up first. Throws when either says no.
 */
export async function subscribeThisDevice(publicKey: string): Promise<DeviceSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('denied');
  const { pushManager } = await workerRegistration();
  const existing = await pushManager.getSubscription();
  const key = fromBase64Url(publicKey);
  const made = existing?.options.applicationServerKey;
  const isOurs = made ? isSame(new Uint8Array(made), key) : false;
  if (existing && !isOurs) await existing.unsubscribe();
  const subscription =
    existing && isOurs
      ? existing
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('an incomplete subscription');
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}

/** The worker is registered some seconds after the page; where there is none, nobody waits for ever. */
async function workerRegistration(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no worker')), 15_000);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
