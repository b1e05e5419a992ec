import { createHash } from 'node:crypto';
import { escapeHtml } from '#server/kernel/html.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { euros } from '../mails.ts';
import { bankPath } from './api.ts';
import { bankName } from './built-in.ts';
import { type BankAction, type Delivery, deliveries, type Order, toCents } from './shop.ts';

/** Plain on purpose: nobody shall take it for a bank's own. */
const css = `
:root{color-scheme:light dark;--text:light-dark(#15171c,#f2f3f6);--bg:light-dark(#f6f6f4,#101113);
--line:light-dark(#83868e,#72747d);--sheet:light-dark(#fff,#191a1e);--fill:light-dark(#1c3f94,#8ca7ff);
--on-fill:light-dark(#fff,#0a0d18)}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--bg)}
.mark{margin:0;padding:12px 20px;background:#fcdf6b;color:#2a2200;font-weight:600;text-align:center}
main{width:min(440px,100% - 24px);margin:16px auto;padding:24px 20px;background:var(--sheet);border:1px solid var(--line);
border-radius:16px}h1{margin:0;font-size:22px;line-height:28px}
.amount{margin:4px 0 12px;font-size:44px;line-height:48px;font-weight:700}dl{margin:0 0 20px}
dt{font-size:14px}dd{margin:0 0 8px;overflow-wrap:anywhere}
button{display:block;width:100%;min-height:52px;margin-top:8px;border:1px solid var(--line);border-radius:12px;
font:600 16px/20px system-ui,sans-serif;color:inherit;background:none;cursor:pointer}
.main{border:0;background:var(--fill);color:var(--on-fill)}fieldset{margin:20px 0 0;padding:0;border:0}
legend{padding:0;font-size:14px}label{display:flex;gap:10px;align-items:center;min-height:44px}
:focus-visible{outline:2px solid var(--fill);outline-offset:2px}
`;
const styleHash = createHash('sha256').update(css).digest('base64');

const deliveryWords = {
  once: 'payments.deliverOnce',
  twice: 'payments.deliverTwice',
  shuffled: 'payments.deliverShuffled',
  never: 'payments.deliverNever',
} as const satisfies Record<Delivery, string>;

/** No script, no frame, nothing from elsewhere; the form leads on to our own pages. */
export const bankPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The page where the payer confirms, or does anything else a payer may do. */
export function bankPage(order: Order, seller: string): string {
  const { claims, status } = order;
  const language = isLanguage(claims.locale) ? claims.locale : 'en';
  const t = textsFor(language);
  const { preferredProvider, paymentDescription } = claims.payment.methodOptions;
  const isCard = claims.payment.method === 'cardPayments';
  const name = isCard ? t('payments.card') : bankName(preferredProvider ?? t('payments.standInBank'));
  const amount = euros(toCents(claims.grandTotal), language);
  const facts = [
    [t('payments.standInSeller'), seller],
    [t('payments.standInDescription'), paymentDescription ?? claims.merchantReferenceDisplay ?? ''],
  ].filter(([, value]) => value !== '');
  const button = (action: BankAction, text: string, isMain = false) =>
    `<button name="action" value="${action}"${isMain ? ' class="main"' : ''}>${escapeHtml(text)}</button>`;
  const isPaid = status !== 'PENDING' && status !== 'ABANDONED';
  const form = isPaid
    ? `<p>${escapeHtml(t('payments.standInPaid'))}</p>
<form method="post" action="${bankPath(order.id)}">${button('cancel', t('payments.standInBack'), true)}</form>`
    : `<form method="post" action="${bankPath(order.id)}">
${button('pay', t('payments.standInPay', { amount }), true)}
${button('cancel', t('payments.standInCancel'))}
${button('later', t('payments.standInLater'))}
${button('abandon', t('payments.standInAbandon'))}
<fieldset><legend>${escapeHtml(t('payments.standInDelivery'))}</legend>
${deliveries
  .map(
    (delivery, index) =>
      `<label><input type="radio" name="delivery" value="${delivery}"${index === 0 ? ' checked' : ''}> ${escapeHtml(t(deliveryWords[delivery]))}</label>`,
  )
  .join('\n')}
</fieldset></form>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title><meta name="robots" content="noindex"><style>${css}</style></head>
<body><header class="mark">${escapeHtml(t('payments.standInMark'))}</header>
<main><h1>${escapeHtml(name)}</h1><p class="amount">${escapeHtml(amount)}</p>
<dl>${facts.map(([word = '', value = '']) => `<dt>${escapeHtml(word)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
${form}</main></body></html>`;
}
