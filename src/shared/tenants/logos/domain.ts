/** The drawings of a centre: its mark on light and on dark ground, of the browser's tab, and on invoices. */
export const logoKinds = ['light', 'dark', 'favicon', 'invoice'] as const;
export type LogoKind = (typeof logoKinds)[number];

/** Bytes of a file. */
export const mostLogoBytes = 300_000;
/** Pixels of an edge of a picture. */
export const logoEdge = { least: 32, most: 4096 } as const;
