const ownOrigin = 'https://own.invalid';

/**
 * The address to go to after logging in, from the `origin` of the address; undefined when it is absent or leads to
 * another site. Reads it as a browser would, so `//x`, `/\x` and `https:x` are foreign.
 */
export function safeOrigin(origin: unknown): string | undefined {
  if (typeof origin !== 'string' || !origin.startsWith('/')) return undefined;
  try {
    const url = new URL(origin, ownOrigin);
    // `/a/..//x` becomes `//x`, which would be another site to whoever reads it next.
    if (url.origin !== ownOrigin || url.pathname.startsWith('//')) return undefined;
    return url.pathname + url.search + url.hash;
  } catch {
    return undefined;
  }
}
