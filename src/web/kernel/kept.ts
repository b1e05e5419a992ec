import { createStore, del, get, set } from 'idb-keyval';

/**
 * Things of this device that must outlive the page and work without a network: keys that cannot be read out, lists, queues.
 * One database each, so that the one can be forgotten without the other.
 */
export function keptThings<Things extends object>(name: string) {
  const store = () => createStore(name, 'kept');
  return {
    get: <Key extends keyof Things & string>(key: Key) => get<Things[Key]>(key, store()),
    set: <Key extends keyof Things & string>(key: Key, value: Things[Key]) => set(key, value, store()),
    remove: (key: keyof Things & string) => del(key, store()),
  };
}
