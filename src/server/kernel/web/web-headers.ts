/** Headers of every page beside its policy. HSTS only where the page came over TLS. */
export function pageHeaders(isSecure: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
    ...(isSecure && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}
