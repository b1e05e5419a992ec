/** One value that differs: its place, and how it was and is. */
export interface Difference {
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

function flatten(value: unknown, place: string, into: Map<string, string>): void {
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object' || part === null)) {
    into.set(place, value.join(', '));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      flatten(part, place === '' ? key : `${place}.${key}`, into);
    }
  } else if (value !== undefined) into.set(place, value === null ? '' : String(value));
}

/** What differs between two states of a thing, in the order of their values; what is alike is left out. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [was, is] = [new Map<string, string>(), new Map<string, string>()];
  flatten(before ?? {}, '', was);
  flatten(after ?? {}, '', is);
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((place) => ({ place, before: was.get(place) ?? '', after: is.get(place) ?? '' }))
    .filter((one) => one.before !== one.after);
}
