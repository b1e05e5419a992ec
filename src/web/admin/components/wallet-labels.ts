import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import type { ClientTicket, ClientVoucher } from '#web/wallet/desk/queries.ts';

type Item = ClientTicket | ClientVoucher;

/** Nothing can be taken of it any more. */
export function isOver({ state }: Item): boolean {
  return state === 'used' || state === 'expired' || state === 'revoked';
}

/** What is said of something a client has. */
export function useWalletLabels() {
  const { t } = useTexts();
  const state = (item: Item) => t(`clientOwned.states.${item.state}`);
  /** From when, until when; a ticket that nobody has used begins with its first visit. */
  const dates = ({ state: status, validFrom, validUntil }: Item): string => {
    if (validFrom === null || validUntil === null) return t('clientOwned.notBegun');
    const until = t('owned.until', { date: formatDate(validUntil) });
    if (status !== 'notYetValid') return until;
    return `${t('owned.since', { date: formatDate(validFrom) })} ${until}`;
  };
  const left = ({ left: count, granted }: Item): string =>
    count === null || granted === null
      ? t('owned.unlimited')
      : t('clientOwned.leftOf', { left: count, granted });
  return {
    state,
    dates,
    left,
    summary: (item: Item): string[] => [...(isOver(item) ? [state(item)] : []), left(item), dates(item)],
  };
}
