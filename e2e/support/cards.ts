import type { Page } from '@playwright/test';

/** Whose card is in the reader, and what comes of asking it. */
interface Reader {
  readonly document: string;
  readonly answer: 'confirm' | 'refuse';
}

/** From the next page on the browser has an extension that speaks as Web eID does; cards of the stand-in are in its reader. */
export async function installExtension(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const action = 'web-eid:authenticate';
    const say = (name: string, more: object) =>
      window.postMessage({ action: `${action}-${name}`, ...more }, location.origin);
    const sign = async (nonce: string) => {
      const { document: whose, answer } = JSON.parse(sessionStorage.getItem('reader') ?? '{}') as Reader;
      if (answer === 'refuse') return say('failure', { error: { code: 'ERR_WEBEID_USER_CANCELLED' } });
      const signed = await fetch('/stand-in/id-card', {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ nonce, document: whose }),
      });
      say('success', await signed.json());
    };
    window.addEventListener('message', ({ source, data }) => {
      if (source !== window || data?.action !== action) return;
      say('ack', {});
      void sign(data.challengeNonce);
    });
  });
}

/** Whose card is in the reader from now on. */
export const put = (page: Page, reader: Reader) =>
  page.evaluate((text) => sessionStorage.setItem('reader', text), JSON.stringify(reader));
