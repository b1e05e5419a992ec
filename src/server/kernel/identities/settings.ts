import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The service that Smart-ID is asked at, and who issues the certificates of its people. Without it the built-in stand-in. */
export interface SmartIdSettings {
  readonly url: string;
  readonly scheme: 'smart-id' | 'smart-id-demo';
  /** PEM texts. */
  readonly issuers: readonly string[];
}

/** No other host is ever asked: the service itself in production, its environment for trying out everywhere else. */
const services = {
  production: { url: 'https://rp-api.smart-id.com/v3', scheme: 'smart-id' },
  tryingOut: { url: 'https://sid.demo.sk.ee/smart-id-rp/v3', scheme: 'smart-id-demo' },
} as const;

const pemForm = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** A file of issuers' certificates, as the environment names it; whoever issues nothing is none. */
export const issuersFile = z.string().transform((path, { addIssue }): string[] => {
  const issuers = readPems(path);
  if (issuers.length > 0 && issuers.every(isIssuer)) return issuers;
  addIssue('must be a file that can be read, of issuers’ certificates in PEM');
  return z.NEVER;
});

export function smartIdSettings(
  issuers: readonly string[] | undefined,
  isProduction: boolean,
): SmartIdSettings | null {
  return issuers ? { ...services[isProduction ? 'production' : 'tryingOut'], issuers } : null;
}

function readPems(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').match(pemForm) ?? [];
  } catch {
    return [];
  }
}

function isIssuer(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca;
  } catch {
    return false;
  }
}
