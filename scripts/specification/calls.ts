import { type CatalogueEntry, catalogue } from '../check/catalogue.ts';
import type { Chapter } from './chapter.ts';

/** `call-public-invoice-draft-invoice-number`: made from the path, so that every path has an entry. */
function idOf({ family, path }: CatalogueEntry): string {
  const words = path.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).match(/[a-z]+/g) ?? [];
  return ['call', family, ...words].join('-');
}

function pathsOf(family: CatalogueEntry['family']): Chapter {
  const entries = catalogue.filter((entry) => entry.family === family);
  return {
    [`Paths of /${family}`]: Object.fromEntries(
      entries.map((entry) => [
        idOf(entry),
        `${entry.method ? `${entry.method} ` : ''}/${family}/${entry.path}`,
      ]),
    ),
  };
}

/** Point 7: the calls. */
export const calls: Chapter = {
  ...pathsOf('account'),
  ...pathsOf('page'),
  ...pathsOf('public'),
  ...pathsOf('user'),
  ...pathsOf('trainer'),
  ...pathsOf('admin'),
  'How calls are made': {
    'calls-base': 'Under /api/v0.1',
    'calls-port': 'Secure at port 8443 in production',
    'calls-json': 'JSON goes out and is asked for',
    'calls-bearer': 'A bearer token where there is one',
    'calls-version': 'Version 0.1, client 0.5.7',
    'calls-language': 'The language goes along',
    'calls-cookies': 'Cookies go along',
    'calls-refresh-refused': 'Refused with 400, 401 or 403 a refresh ends the session, otherwise not',
    'calls-logout-fails': 'A logout that fails is no matter',
    'rules-fallback': 'Without rules of its own a centre has the fallback',
    'rules-hold-on': 'Where the call of the rules fails, those that are known hold on',
    'rules-with-start': 'Rules and look come with the start',
    'tag-comments': 'Tags of what is kept: comments',
    'tag-replacements': 'Tags of what is kept: replacement requests',
    'calls-kept-an-hour': 'Terms, rules and configuration keep an hour',
  },
};
