/**
 * The browser makers that carry pushes. A member's browser names the address that we then call, so nothing else is
 * called: an address inside our own network would be.
 */
const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
] as const;

/** Whether a push may be sent to this address; `also` are origins beside the browser makers', for tests. */
export function isPushAddress(address: string, also: readonly string[] = []): boolean {
  if (also.some((origin) => address.startsWith(`${origin}/`))) return true;
  // Letters, digits, dots and hyphens up to the first slash: no port, no user name, nothing that readers differ about.
  const host = /^https:\/\/([a-z0-9.-]+)\/[\x21-\x7e]*$/.exec(address)?.[1];
  return host !== undefined && services.some((service) => host === service || host.endsWith(`.${service}`));
}
