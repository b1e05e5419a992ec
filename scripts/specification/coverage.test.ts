import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadCatalogues } from '../check/texts.ts';
import { presentText } from '../lib/generated.ts';
import { root } from '../lib/run.ts';
import { unmatchedPaths } from './calls.ts';
import { coverageFile, drawCoverage, specification } from './coverage.ts';
import type { Fact, Line } from './entry.ts';

const lines: readonly { where: string; line: Line }[] = specification.flatMap(
  ({ point, title, lines: own }) => own.map((line) => ({ where: `${point} ${title}: ${line[0]}`, line })),
);

const read = (file: string): string => {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Whether a test of this title stands in a file: as a whole text in quotes, however they are written. */
function hasTitle(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) =>
    text.includes(quote + title.replaceAll(quote, `\\${quote}`) + quote),
  );
}

/** What an object holds under a path of names; `shape` and the like of schemas are gone through. */
function inside(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => {
    const open = shapeOf(at);
    return typeof open === 'object' && open !== null ? (open as Record<string, unknown>)[name] : undefined;
  }, from);
}

function shapeOf(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('shape' in schema) return schema.shape;
  const { def } = schema as { def?: { innerType?: unknown } };
  return def?.innerType === undefined ? schema : shapeOf(def.innerType);
}

const load = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(join(root, file)).href);

const catalogues = await loadCatalogues(root);

/** What of a fact is not so; undefined when it is. */
async function faultOf(fact: Fact): Promise<string | undefined> {
  switch (fact.kind) {
    case 'texts':
    case 'words': {
      const keys = fact.kind === 'texts' ? fact.keys : [fact.key];
      const missing = keys.filter((key) => Object.values(catalogues).some((all) => !all.get(key)));
      if (missing.length > 0) return `no text in every language: ${missing.join(', ')}`;
      if (fact.kind === 'texts') return undefined;
      const said = catalogues.en.get(fact.key) ?? '';
      return said.startsWith(fact.english) ? undefined : `${fact.key} says “${said}”, not “${fact.english}”`;
    }
    case 'value': {
      const module = await load(fact.file);
      const [outer = ''] = fact.name.split('.');
      if (module[outer] === undefined) return `${fact.file} exports no ${outer}`;
      const found = inside(module, fact.name);
      return JSON.stringify(found) === JSON.stringify(fact.value)
        ? undefined
        : `${fact.file} has ${JSON.stringify(found)} for ${fact.name}, not ${JSON.stringify(fact.value)}`;
    }
    case 'written':
      return read(fact.file).includes(fact.text) ? undefined : `${fact.file} does not say ${fact.text}`;
    case 'fields': {
      const schema = inside(await load(fact.file), fact.name);
      const missing = fact.fields.filter((name) => inside(schema, name) === undefined);
      return missing.length === 0 ? undefined : `${fact.name} of ${fact.file} lacks ${missing.join(', ')}`;
    }
    case 'route': {
      const { routeRules } = await load('src/web/app/route-rules.ts');
      const isThere = (routeRules as readonly { path: string }[]).some(({ path }) => path === fact.path);
      return isThere ? undefined : `no screen at ${fact.path}`;
    }
  }
}

describe('the specification', () => {
  test('names each of its entries once', () => {
    const names = lines.map(({ where }) => where);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('each entry that is shown has its test, by file and title', () => {
    const missing = lines.flatMap(({ where, line: [, proof] }) =>
      proof.state === 'open' || hasTitle(read(proof.file), proof.title)
        ? []
        : [`${where}: ${proof.file} has no test “${proof.title}”`],
    );
    expect(missing).toEqual([]);
  });

  test('its texts, values, fields and addresses are the product’s', async () => {
    const faults = await Promise.all(
      lines.flatMap(({ where, line: [, , ...facts] }) =>
        facts.map(async (fact) => {
          const fault = await faultOf(fact);
          return fault === undefined ? [] : [`${where}: ${fault}`];
        }),
      ),
    );
    expect(faults.flat()).toEqual([]);
    // Half of the product's contracts are read.
  }, 60_000);

  test('every path of the catalogue has an entry, and no other', () => {
    expect(unmatchedPaths()).toEqual([]);
  });

  test('the coverage is fresh; node scripts/specification.ts writes it', () => {
    expect(presentText(coverageFile) === drawCoverage(), `${coverageFile} is stale`).toBe(true);
  });
});

describe('what is walked', () => {
  test('a title counts whole, in any quotes', () => {
    expect(hasTitle("test('a place is kept', () => {})", 'a place is kept')).toBe(true);
    expect(hasTitle("test('a place is kept, once', () => {})", 'a place is kept')).toBe(false);
    expect(hasTitle('test("one’s own", () => {})', 'one’s own')).toBe(true);
    expect(hasTitle("test('it\\'s kept', () => {})", "it's kept")).toBe(true);
  });

  test.each<[Fact, string]>([
    [{ kind: 'texts', keys: ['errors.none'] }, 'no text in every language: errors.none'],
    [{ kind: 'words', key: 'menu.home', english: 'House' }, 'menu.home says “Home”, not “House”'],
    [
      { kind: 'written', file: 'package.json', text: 'no such words' },
      'package.json does not say no such words',
    ],
    [{ kind: 'route', path: '/nowhere' }, 'no screen at /nowhere'],
  ])('what is not so is refused: %j', async (fact, fault) => {
    expect(await faultOf(fact)).toBe(fault);
  });

  test('another value, and a field that is not there, are refused', async () => {
    const file = 'src/shared/kernel/session-machine.ts';
    expect(await faultOf({ kind: 'value', file, name: 'idleTimeoutMs', value: 1 })).toContain('900000');
    const contract = 'src/shared/products/contract.ts';
    expect(await faultOf({ kind: 'fields', file: contract, name: 'Price', fields: ['cost'] })).toContain(
      'lacks cost',
    );
  });
});
