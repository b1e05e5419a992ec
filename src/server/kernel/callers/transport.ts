import type { IncomingMessage, ServerResponse } from 'node:http';

const year = 'max-age=31536000';
/** Under these, names are sold like those right under a country. */
const publicSuffix =
  /\.(?:(?:com|org|net|edu|gov|mil|id|asn|conf)\.lv|(?:com|pri|fie|med|lib|edu|org|gov|riik|aip)\.ee|(?:gov|mil)\.lt)$/;

/**
 * Tells browsers to come over TLS alone from now on, with every answer that goes out over TLS. Whoever says so falsely in
 * `X-Forwarded-Proto` hears it themselves, and in the clear browsers do not listen to it.
 * @param isForwarded whether a proxy in front, which may have taken the TLS off, handed it on
 */
export function tellTransport(
  request: IncomingMessage,
  response: ServerResponse,
  { isSecure, isForwarded }: { readonly isSecure: boolean; readonly isForwarded: boolean },
): void {
  const wasSecure = isForwarded && request.headers['x-forwarded-proto']?.toString().startsWith('https');
  if (!isSecure && !wasSecure) return;
  response.setHeader('Strict-Transport-Security', transportRule(request.headers.host ?? ''));
}

/**
 * What is said of a host, and of all below it where nobody else's names can be: below `aeg.klubi.ee`. Of the neighbours of a
 * centre at `klubi.ee` itself (`post.klubi.ee`) we know nothing, and browsers would keep our word for a year.
 */
export function transportRule(host: string): string {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const labels = name.replace(publicSuffix, '.suffix').split('.');
  const isName = /[a-z]$/.test(name);
  return isName && labels.length > 2 ? `${year}; includeSubDomains` : year;
}
