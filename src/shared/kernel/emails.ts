// Browsers and servers have it alike; what is shared knows the types of neither.
declare const URL: new (address: string) => { readonly hostname: string };

/**
 * An address with its domain as mail servers know it: `oie@õie.ee` is `oie@xn--ie-bka.ee`, which is one address however
 * it is typed. What is no address comes back as it is.
 */
export function asciiEmail(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  if (at === 0 || !/^[\p{L}\p{M}\p{N}.-]*[^\p{ASCII}][\p{L}\p{M}\p{N}.-]*$/u.test(domain)) return text;
  try {
    return text.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return text;
  }
}
