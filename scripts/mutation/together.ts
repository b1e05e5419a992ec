import type { Failure } from './ground.ts';
import { accessTo, type Code, reachedFrom, type Stage, testsBeside } from './near.ts';
import type { Site } from './site.ts';

/** Changes that are made at once: of every test that fails it is known which of them it fails for. */
export interface Group {
  readonly sites: readonly Site[];
  readonly stage: Stage;
  readonly isFailing: (site: Site, failure: Failure) => boolean;
}

/** What of a sample can be tried at once: its roles, and rules whose own tests reach none of the others. */
export function groupsOf(sites: readonly Site[], code: Code): Group[] {
  const roles = sites.filter(({ endpoint }) => endpoint !== undefined);
  const ofRoles: Group = {
    sites: roles,
    // Each endpoint has tests under its own name, which no other's role changes.
    stage: { ...accessTo(roles.flatMap(({ endpoint }) => endpoint ?? [])), isWhole: true },
    isFailing: ({ endpoint }, { title }) => title.startsWith(`${endpoint} `),
  };
  return [...groupsOfRules(sites, code), ...(roles.length > 0 ? [ofRoles] : [])];
}

function groupsOfRules(sites: readonly Site[], code: Code): Group[] {
  const rules = sites
    .filter(({ kind }) => kind === 'domain' || kind === 'contract')
    .map((site) => ({ site, tests: testsBeside(site, code), reached: reachedFrom(site.file, code) }))
    .filter(({ tests }) => tests.length > 0);
  type Rule = (typeof rules)[number];
  const reaches = (one: Rule, other: Rule) => other.tests.some((path) => one.reached.has(path));
  const groups: Rule[][] = [];
  for (const rule of rules) {
    const fitting = groups.find((group) => group.every((one) => !reaches(one, rule) && !reaches(rule, one)));
    if (fitting) fitting.push(rule);
    else groups.push([rule]);
  }
  return groups.map((group) => {
    const testsOf = new Map(group.map(({ site, tests }) => [site, tests]));
    return {
      sites: [...testsOf.keys()],
      stage: { project: 'unit', files: [...new Set([...testsOf.values()].flat())], isWhole: true },
      isFailing: (site, { file }) => testsOf.get(site)?.includes(file) ?? false,
    };
  });
}
