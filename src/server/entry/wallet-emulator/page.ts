import { createHash } from 'node:crypto';
import encodeQR from 'qr';
import { escapeHtml } from '#server/kernel/html.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Language } from '#shared/kernel/language.ts';

/** Plain on purpose: nobody shall take it for the wallet itself. */
const css = `
:root{color-scheme:light dark;--text:light-dark(#15171c,#f2f3f6);--bg:light-dark(#f6f6f4,#101113);
--line:light-dark(#83868e,#72747d);--sheet:light-dark(#fff,#191a1e)}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--bg)}
.mark{margin:0;padding:12px 20px;background:#fcdf6b;color:#2a2200;font-weight:600;text-align:center}
main{width:min(440px,100% - 24px);margin:16px auto;padding:24px 20px;background:var(--sheet);border:1px solid var(--line);
border-radius:16px}h1{margin:0;font-size:22px;line-height:28px}p{overflow-wrap:anywhere}svg{display:block;width:100%}
code{font-size:13px}
`;
const styleHash = createHash('sha256').update(css).digest('base64');

/** No script, no form, nothing from elsewhere. */
export const cardPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`;

/** A card as a phone would show it; drawn anew now and then, as its code moves. */
export function cardPage(
  { title, holder, code }: { readonly title: string; readonly holder: string; readonly code: string | null },
  language: Language,
): string {
  const t = textsFor(language);
  const shown =
    code === null
      ? `<p>${escapeHtml(t('entry.keycards.standInEnded'))}</p>`
      : `${encodeQR(code, 'svg')}<p><code>${escapeHtml(code)}</code></p>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="10"><title>Google Wallet</title><meta name="robots" content="noindex"><style>${css}</style></head>
<body><header class="mark">${escapeHtml(t('entry.keycards.standInMark'))}</header><main>
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(holder)}</p>${shown}</main></body></html>`;
}
