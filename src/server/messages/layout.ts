import { escapeHtml } from '#server/kernel/html.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { computeThemeVariables, Theme, type ThemeVariables } from '#shared/tenants/domain.ts';

/** What the page of a mail takes from its centre. */
export interface Letterhead {
  readonly tenant: Pick<Tenant, 'name' | 'theme'>;
  /** Where the centre's pages live, and its sign. */
  readonly origin: string;
}

/** The page of a mail, from its text. Readable with pictures off and in the dark. */
export function writePage(
  { tenant, origin }: Letterhead,
  { subject, text }: { subject: string; text: string },
) {
  const theme = computeThemeVariables(Theme.parse(tenant.theme));
  const name = escapeHtml(tenant.name);
  // The sender's name says whose it is; the page has it above.
  const title = escapeHtml(subject.replace(`${tenant.name}: `, ''));
  const blocks = text.split(/\n{2,}/).map(blockOf);
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${styleOf(theme.light)}@media (prefers-color-scheme:dark){${coloursOf(theme.dark)}}</style></head>
<body class="ground" style="margin:0;padding:0;${inline(theme.light, 'bg', 'text')}">
<table role="presentation" class="ground" width="100%" cellspacing="0" cellpadding="0" border="0" bgcolor="${theme.light['--bg']}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 16px"><a class="name" href="${escapeHtml(origin)}" style="${fontOf(17, 600)};color:${theme.light['--text']};text-decoration:none"><img src="${escapeHtml(origin)}/brand/icon-192.png" width="36" height="36" alt="" style="vertical-align:middle;border:0;border-radius:8px;margin-right:12px">${name}</a></td></tr>
<tr><td class="paper" bgcolor="${theme.light['--surface']}" style="padding:24px;border:1px solid ${theme.light['--line']};border-radius:18px;${inline(theme.light, 'surface', 'text')};${fontOf(16, 400)}">
<h1 style="margin:0 0 16px;${fontOf(22, 700)};line-height:28px">${title}</h1>
${blocks.map((block) => htmlOf(block, theme.light)).join('\n')}
</td></tr></table></td></tr></table></body></html>
`;
}

type Block = { readonly kind: 'lines'; readonly lines: readonly string[] } | LinkBlock;
/** A line that says what a link leads to: it becomes the thing to press. */
interface LinkBlock {
  readonly kind: 'link';
  readonly lines: readonly string[];
  readonly words: string;
  readonly address: string;
}

const linkLine = /^(.*\S)\s+(https?:\/\/\S+)$/;

/** A paragraph that ends with words and an address is a button; the address itself stands in the text. */
function blockOf(paragraph: string): Block {
  const lines = paragraph.split('\n');
  const [, words = '', address = ''] = linkLine.exec(lines.at(-1) ?? '') ?? [];
  const isShort = words.length <= 48 && words.endsWith(':');
  if (!isShort) return { kind: 'lines', lines };
  return { kind: 'link', lines: lines.slice(0, -1), words: words.slice(0, -1), address };
}

function htmlOf(block: Block, colours: ThemeVariables): string {
  const said =
    block.lines.length > 0 ? `<p style="margin:0 0 16px">${block.lines.map(lineOf).join('<br>')}</p>` : '';
  if (block.kind === 'lines') return said;
  const href = escapeHtml(block.address);
  const look = `display:inline-block;padding:14px 24px;border-radius:14px;${inline(colours, 'fill', 'on-fill')};${fontOf(16, 600)};text-decoration:none`;
  return `${said}<p style="margin:0 0 16px"><a class="button" href="${href}" style="${look}">${escapeHtml(block.words)}</a></p>`;
}

/** Text as it was written, with its addresses to be pressed. */
function lineOf(line: string): string {
  return line
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/)
    .map((part, index) => {
      const escaped = escapeHtml(part);
      return index % 2 === 1
        ? `<a class="link" href="${escaped}" style="overflow-wrap:anywhere">${escaped}</a>`
        : escaped;
    })
    .join('');
}

function inline(colours: ThemeVariables, ground: 'bg' | 'surface' | 'fill', ink: 'text' | 'on-fill'): string {
  return `background-color:${colours[`--${ground}`]};color:${colours[`--${ink}`]}`;
}

function fontOf(size: number, weight: number): string {
  return `font:${weight} ${size}px/1.5 Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
}

function styleOf(colours: ThemeVariables): string {
  return `.link{color:${colours['--accent']}}.paper{overflow-wrap:anywhere}`;
}

/** Beats what stands inline, which is for programs that know no style sheets. */
function coloursOf(colours: ThemeVariables): string {
  const of = (selector: string, ground: 'bg' | 'surface' | 'fill', ink: 'text' | 'on-fill', more = '') =>
    `${selector}{${inline(colours, ground, ink).replaceAll(';', '!important;')}!important${more}}`;
  return [
    of('.ground', 'bg', 'text'),
    of('.paper', 'surface', 'text', `;border-color:${colours['--line']}!important`),
    of('.button', 'fill', 'on-fill'),
    `.name{color:${colours['--text']}!important}.link{color:${colours['--accent']}!important}`,
  ].join('');
}
