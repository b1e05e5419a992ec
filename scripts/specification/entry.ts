/** What shows that a sentence of the specification is true of the product: a test by its file and title. */
export type Proof =
  | { readonly state: 'shown'; readonly file: string; readonly title: string }
  | { readonly state: 'open'; readonly what: string };

/** Shown by a test. The title is as it is written in the file, placeholders and all. */
export function by(file: string, title: string): Proof {
  return { state: 'shown', file, title };
}

/** Not shown yet; `what` says which piece of work will. To close it, write `by(file, title)` in its place. */
export function open(what: string): Proof {
  return { state: 'open', what };
}

/** As it stands in titles of tests that are repeated for every language. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a title as it is written
export const language = '${language}';
/** The same of titles that are repeated for some centres. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a title as it is written
export const host = '${host}';

/** What is looked up in the product itself, beside the test that an entry names. */
export type Fact =
  | { readonly kind: 'texts'; readonly keys: readonly string[] }
  | { readonly kind: 'words'; readonly key: string; readonly english: string }
  | { readonly kind: 'value'; readonly file: string; readonly name: string; readonly value: unknown }
  | { readonly kind: 'written'; readonly file: string; readonly text: string }
  | {
      readonly kind: 'fields';
      readonly file: string;
      readonly name: string;
      readonly fields: readonly string[];
    }
  | { readonly kind: 'route'; readonly path: string };

/** Texts that exist, in every language. */
export const texts = (...keys: string[]): Fact => ({ kind: 'texts', keys });
/** A text that exists in every language and in English begins with the specification's own words. */
export const words = (key: string, english: string): Fact => ({ kind: 'words', key, english });
/** A value that a file exports; `name` may lead inside it: `endpoint.cacheSeconds`. */
export const value = (file: string, name: string, expected: unknown): Fact => ({
  kind: 'value',
  file,
  name,
  value: expected,
});
/** What no program can import, such as a style sheet's number: it stands in the file. */
export const written = (file: string, text: string): Fact => ({ kind: 'written', file, text });
/** Fields of what travels: a schema that a contract exports. */
export const fields = (file: string, name: string, ...names: string[]): Fact => ({
  kind: 'fields',
  file,
  name,
  fields: names,
});
/** An address whose screen exists. */
export const route = (path: string): Fact => ({ kind: 'route', path });

/** One sentence, row or path of the specification, named in our own words. */
export type Line = readonly [name: string, proof: Proof, ...facts: Fact[]];

export interface Section {
  /** Of the specification. */
  readonly point: number;
  readonly title: string;
  readonly lines: readonly Line[];
}
