/** Of everything that is no page: opened by itself it loads, runs and sends nothing, and nobody frames it. */
export const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
