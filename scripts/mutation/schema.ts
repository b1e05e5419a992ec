import type { Change } from './site.ts';
import { changesOfSql } from './sql.ts';

export interface Migration {
  readonly file: string;
  readonly text: string;
}

/** What may be changed in migrations: checks, policies, functions as they are in the end, and uniqueness that stays. */
export function changesOfMigrations(migrations: readonly Migration[]): { file: string; change: Change }[] {
  return migrations.flatMap(({ file, text }, at) => {
    const later = migrations.slice(at + 1).map((migration) => migration.text);
    const replaced = [
      ...functionsOf(text).filter(({ name }) => later.some((other) => defines(other, name))),
      ...indexesOf(text).filter(({ name }) => later.some((other) => drops(other, name))),
    ];
    const changes = [...changesOfSql(text), ...changesOfUniqueness(text)];
    return changes
      .filter(({ start }) => !replaced.some((body) => body.start <= start && start < body.end))
      .map((change) => ({ file, change }));
  });
}

function functionsOf(text: string): { name: string; start: number; end: number }[] {
  const expression = /create (?:or replace )?function (\w+)[\s\S]*?\$\$[\s\S]*?\$\$/gi;
  return [...text.matchAll(expression)].map((found) => ({
    name: found[1] ?? '',
    start: found.index,
    end: found.index + found[0].length,
  }));
}

function indexesOf(text: string): { name: string; start: number; end: number }[] {
  return [...text.matchAll(/create (?:unique )?index (\w+)[^;]*;/gi)].map((found) => ({
    name: found[1] ?? '',
    start: found.index,
    end: found.index + found[0].length,
  }));
}

function drops(text: string, name: string): boolean {
  return new RegExp(`drop index (if exists )?${name}\\b`, 'i').test(text);
}

function defines(text: string, name: string): boolean {
  return functionsOf(text).some((other) => other.name === name);
}

function changesOfUniqueness(text: string): Change[] {
  return [...text.matchAll(/create (unique )index/gi)].map(({ index }) => {
    const start = index + 'create '.length;
    return { start, end: start + 'unique '.length, replacement: '' };
  });
}

/** The tables a place of a migration is about: what it makes, changes, or acts on. */
export function tableAt(text: string, offset: number): string | undefined {
  const before = text.slice(0, offset);
  const behind = /^[\s\S]*?\bon (\w+)/i.exec(text.slice(offset));
  const isIndex = /create $/i.test(before);
  const made = [...before.matchAll(/(?:create|alter) table (?:only )?(\w+)|create function (\w+)/gi)].at(-1);
  if (isIndex) return behind?.[1];
  return made?.[1] ?? triggered(text, made?.[2]);
}

/** The table whose changes call a function. */
function triggered(text: string, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const trigger = new RegExp(
    `create (?:constraint )?trigger[^;]*?\\bon (\\w+)[^;]*?execute function ${name}\\b`,
    'i',
  );
  return trigger.exec(text)?.[1];
}
