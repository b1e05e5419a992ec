import { createHash } from 'node:crypto';
import { escapeHtml } from '#server/kernel/html.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Language } from '#shared/kernel/language.ts';
import { phonePath } from './api.ts';
import { persons } from './built-in.ts';

/** Plain on purpose: nobody shall take it for the app itself. */
const css = `
:root{color-scheme:light dark;--text:light-dark(#15171c,#f2f3f6);--bg:light-dark(#f6f6f4,#101113);
--line:light-dark(#83868e,#72747d);--sheet:light-dark(#fff,#191a1e);--fill:light-dark(#1c3f94,#8ca7ff);
--on-fill:light-dark(#fff,#0a0d18)}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--bg)}
.mark{margin:0;padding:12px 20px;background:#fcdf6b;color:#2a2200;font-weight:600;text-align:center}
main{width:min(440px,100% - 24px);margin:16px auto;padding:24px 20px;background:var(--sheet);border:1px solid var(--line);
border-radius:16px}h1{margin:0;font-size:22px;line-height:28px}p{overflow-wrap:anywhere}
button{display:block;width:100%;min-height:52px;margin-top:8px;border:1px solid var(--line);border-radius:12px;
font:600 16px/20px system-ui,sans-serif;color:inherit;background:none;cursor:pointer}
.main{border:0;background:var(--fill);color:var(--on-fill)}fieldset{margin:0 0 20px;padding:0;border:0}
legend{padding:0;font-size:14px}label{display:flex;gap:10px;align-items:center;min-height:44px}
:focus-visible{outline:2px solid var(--fill);outline-offset:2px}
`;
const styleHash = createHash('sha256').update(css).digest('base64');

/** No script, no frame, nothing from elsewhere; the form leads on to our own pages. */
export const phonePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** What somebody's phone shows: who asks, for what, and the two things that can be said to it. */
export function phonePage(
  { token, name, text }: { readonly token: string; readonly name: string; readonly text: string },
  language: Language,
): string {
  const t = textsFor(language);
  const choices = persons.map(
    ({ document, firstName, lastName }, index) =>
      `<label><input type="radio" name="document" value="${document}"${index === 0 ? ' checked' : ''}> ${escapeHtml(`${firstName} ${lastName}, ${document}`)}</label>`,
  );
  return pageOf(
    language,
    `<h1>${escapeHtml(name)}</h1><p>${escapeHtml(text)}</p>
<form method="post" action="${phonePath}"><input type="hidden" name="token" value="${escapeHtml(token)}">
<fieldset><legend>${escapeHtml(t('identities.standInWho'))}</legend>${choices.join('\n')}</fieldset>
<button name="action" value="confirm" class="main">${escapeHtml(t('identities.standInConfirm'))}</button>
<button name="action" value="refuse">${escapeHtml(t('identities.standInRefuse'))}</button></form>`,
  );
}

/** What is left to do: go back to where it was asked. */
export function phoneNote(language: Language, text: 'standInDone' | 'standInOld'): string {
  return pageOf(language, `<p>${escapeHtml(textsFor(language)(`identities.${text}`))}</p>`);
}

function pageOf(language: Language, main: string): string {
  const t = textsFor(language);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Smart-ID</title><meta name="robots" content="noindex"><style>${css}</style></head>
<body><header class="mark">${escapeHtml(t('identities.standInMark'))}</header><main>${main}</main></body></html>`;
}
