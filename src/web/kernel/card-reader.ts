import type { CardToken } from '#shared/account/identities/contract.ts';

/** Why a card showed nothing: nothing here reads it, or its owner said no, did nothing, or it cannot be read. */
export type CardProblem = 'cardProgramMissing' | 'cardRefused' | 'cardTimedOut' | 'cardFailed';

const action = 'web-eid:authenticate';
/** Whose messages the extension takes: those of the second version. */
const libraryVersion = '2.0.2';
/** Within this an extension that is there has heard; it comes to rest a moment after the page. */
const heardMs = 2_000;
/** Two minutes for the PIN, and what the program needs to start. */
const mostMs = 126_000;

const problems: Readonly<Record<string, CardProblem>> = {
  ERR_WEBEID_NATIVE_UNAVAILABLE: 'cardProgramMissing',
  ERR_WEBEID_VERSION_MISMATCH: 'cardProgramMissing',
  ERR_WEBEID_VERSION_INVALID: 'cardProgramMissing',
  ERR_WEBEID_USER_CANCELLED: 'cardRefused',
  ERR_WEBEID_USER_TIMEOUT: 'cardTimedOut',
};

type Reply = Partial<Record<keyof CardToken, string>> & {
  readonly action: string;
  readonly error?: { readonly code?: string };
};

/** Has Web eID, an extension of the browser, ask for the card and its PIN, and sign what this site asks. */
export function confirmWithCard(challengeNonce: string, lang: string): Promise<CardToken | CardProblem> {
  return new Promise((resolve) => {
    let timer = setTimeout(() => end('cardProgramMissing'), heardMs);
    window.addEventListener('message', hear);
    window.postMessage({ action, libraryVersion, challengeNonce, options: { lang } }, location.origin);

    function end(result: CardToken | CardProblem) {
      clearTimeout(timer);
      window.removeEventListener('message', hear);
      resolve(result);
    }

    function hear({ source, data }: MessageEvent<Reply | null>) {
      if (source !== window || !data) return;
      if (data.action === `${action}-ack`) {
        clearTimeout(timer);
        timer = setTimeout(() => end('cardTimedOut'), mostMs);
      }
      if (data.action === `${action}-success`) end(tokenOf(data));
      if (data.action === `${action}-failure`) end(problems[data.error?.code ?? ''] ?? 'cardFailed');
    }
  });
}

/** What the server takes of it, and nothing else. */
function tokenOf({
  unverifiedCertificate = '',
  algorithm,
  signature = '',
  format = '',
  appVersion = '',
}: Reply) {
  return { unverifiedCertificate, algorithm, signature, format, appVersion } as CardToken;
}
