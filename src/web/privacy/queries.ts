import { useQuery } from '@tanstack/react-query';
import { localDate } from '#shared/kernel/dates.ts';
import type { Consent } from '#shared/privacy/contract.ts';
import * as contract from '#shared/privacy/contract.ts';
import { formatDate, formatTime } from '#web/kernel/format.ts';
import { queryFor, useCommand, useDownload } from '#web/kernel/queries.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';

export type { Consent, Erasure } from '#shared/privacy/contract.ts';

/** What the member agreed to, and what erasing the account would mean. */
export function usePrivacy() {
  const consents = useQuery(queryFor(contract.getConsents));
  const erasure = useQuery(queryFor(contract.getErasure));
  return { consents, erasure };
}

export function useChangeConsent() {
  return useCommand(contract.changeConsent);
}

/** Hands the member's file to the browser; a wrong password is told by the snackbar and stands under the field. */
export function useDownloadData() {
  return useDownload(contract.downloadData);
}

/** Asks for the account to be erased; every session is over afterwards, this one too. */
export function useAskErasure() {
  return useCommand(contract.askErasure, {
    invalidates: [],
    success: (t) => t('privacy.asked'),
    isErrorShownByScreen: () => true,
  });
}

export function useUndoErasure() {
  return useCommand(contract.undoErasure, { success: (t) => t('privacy.undone') });
}

/** A client's consents and what erasing them would mean, for administrators. */
export function useClientPrivacy(id: number) {
  return useQuery(queryFor(contract.getClientPrivacy, { params: { id } }));
}

export function useClientPrivacyCommands() {
  return {
    download: useDownload(contract.downloadClientData),
    ask: useCommand(contract.askClientErasure, { invalidates: ['privacy', 'back-office'] }),
    undo: useCommand(contract.undoClientErasure, { invalidates: ['privacy', 'back-office'] }),
  };
}

/** A line of somebody's log: what for, when, from where, and whether it is given or taken back. */
export function useConsentRow() {
  const { t, language } = useTexts();
  const { timeZone } = useStartContext().configuration;
  return ({ purpose, isGiven, version, source, dateTime }: Consent) => ({
    title: t(`privacy.purpose.${purpose}`),
    text: [
      `${formatDate(localDate(dateTime, timeZone))} ${formatTime(dateTime, language, timeZone)}`,
      t(`privacy.source.${source}`),
      ...(version === null ? [] : [t('privacy.version', { version })]),
    ].join(' · '),
    end: t(isGiven ? 'privacy.given' : 'privacy.withdrawn'),
  });
}
