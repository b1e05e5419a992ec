import { regexes } from 'zod/v4/core';

// Browsers and servers have it alike; what is shared knows the types of neither.
declare const URL: new (address: string) => { readonly hostname: string };

/** No mail server takes a longer address. */
export const longestEmail = 254;
/** What an address looks like, its domain in ASCII. All that takes one asks `isEmail`, or has it in its schema. */
export const emailForm = regexes.email;
/** One of these is looked for at a time: both at once would be tried in as many ways as the text is long. */
const domainLetters = /^[\p{L}\p{M}\p{N}.-]+$/u;
const beyondAscii = /[^\p{ASCII}]/u;

/**
 * An address with its domain as mail servers know it: `oie@õie.ee` is `oie@xn--ie-bka.ee`, which is one address however
 * it is typed. What is no address, or longer than any, comes back as it is.
 */
export function asciiEmail(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  if (at === 0 || text.length > longestEmail) return text;
  if (!beyondAscii.test(domain) || !domainLetters.test(domain)) return text;
  try {
    return text.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return text;
  }
}

/** Whether mails can be sent to it, whichever way its domain was typed; spaces around it are no part of one. */
export function isEmail(text: string): boolean {
  const address = asciiEmail(text);
  return address.length <= longestEmail && emailForm.test(address);
}

/** The box an address leads to: what stands behind a plus is its owner's to make up. */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*(?=@)/, '');
}
