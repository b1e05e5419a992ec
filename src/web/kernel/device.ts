import type { DeviceParameters } from '#shared/account/contract.ts';

/** The device fingerprint sent on login and refresh (specification point 3), within the contract's limits. */
export function deviceParameters(): DeviceParameters {
  const { userAgent, hardwareConcurrency, maxTouchPoints } = navigator;
  return {
    platform: platform().slice(0, 100),
    userAgent: userAgent.slice(0, 500),
    screenWidth: whole(screen.width),
    screenHeight: whole(screen.height),
    colorDepth: whole(screen.colorDepth),
    cpuCores: whole(hardwareConcurrency),
    touchPoints: whole(maxTouchPoints),
  };
}

/** `navigator.platform` is on its way out; where its successor exists, that one answers. */
function platform(): string {
  const data = 'userAgentData' in navigator ? navigator.userAgentData : undefined;
  if (typeof data === 'object' && data !== null && 'platform' in data && typeof data.platform === 'string') {
    return data.platform;
  }
  return navigator.platform;
}

function whole(value: number | undefined): number {
  return Number.isFinite(value) ? Math.round(value ?? 0) : 0;
}

/** Milliseconds of the device's clock: for measuring how long nothing happened, never for what a screen shows. */
export function deviceMs(): number {
  return Temporal.Now.instant().epochMilliseconds;
}

/** Ends the notifications of this browser: whoever leaves it is not told here. */
export async function forgetThisDevice(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
