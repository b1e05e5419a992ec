import { common as en } from '#i18n/en/common.ts';
import { common as et } from '#i18n/et/common.ts';
import { common as lv } from '#i18n/lv/common.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { ColourMode } from '#shared/kernel/page-rules.ts';
import type { PageConfiguration } from '#shared/tenants/contract.ts';
import { escapeHtml } from '../html.ts';

const texts = { en, et, lv };

/** Plain HTML without a script: it stands in for any address, and hydrating under another one would fail. */
export function offlinePage(
  configuration: PageConfiguration,
  language: Language,
  mode: ColourMode,
  nonce: string,
): string {
  const { offlineTitle, offlineText, tryAgain } = texts[language];
  const colours = configuration.theme[mode];
  const colour = (name: string) => colours[name]?.replace(/[^\w#%.,()/ -]/g, '') ?? 'inherit';
  const style = [
    `:root{color-scheme:${mode};background:${colour('--bg')};color:${colour('--text')};font:16px/24px "Figtree Variable",system-ui,sans-serif}`,
    'body{margin:0 auto;max-width:480px;padding:20vh 20px 40px}',
    'h1{font-size:32px;line-height:36px;letter-spacing:-.022em;margin:0 0 12px}',
    `p{margin:0 0 32px;color:${colour('--text-2')}}`,
    `a{display:block;border-radius:14px;background:${colour('--fill')};color:${colour('--on-fill')};font-weight:600;line-height:54px;text-align:center;text-decoration:none}`,
    `a:focus-visible{outline:2px solid ${colour('--accent')};outline-offset:2px}`,
  ].join('');
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${escapeHtml(offlineTitle)} · ${escapeHtml(configuration.title)}</title><style nonce="${nonce}">${style}</style></head>`,
    `<body><main><h1>${escapeHtml(offlineTitle)}</h1><p>${escapeHtml(offlineText)}</p>`,
    // An empty address is the one that was asked for.
    `<a href="">${escapeHtml(tryAgain)}</a></main></body></html>`,
  ].join('');
}
