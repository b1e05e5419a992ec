import { useEffect, useEffectEvent } from 'react';

let isGone = false;

/** Goes to an address as another document, and leaves this page as it stands. */
function leaveFor(address: string): void {
  isGone = true;
  addEventListener('pageshow', () => (isGone = false), { once: true });
  window.location.assign(address);
}

/** Whether another document is on its way: a step back in the history now would call it off. */
export function isLeaving(): boolean {
  return isGone;
}

/** Where an invoice or a draft is paid. Always another document: cards typed there need a content policy of its own. */
export function leaveForPaying(invoiceToken: string): void {
  leaveFor(`/public/invoices?invoice=${encodeURIComponent(invoiceToken)}`);
}

/** Who comes back by the browser's own button finds the page as it was left: what it was waiting for then is over. */
export function usePageReturn(onReturn: () => void): void {
  const told = useEffectEvent(onReturn);
  useEffect(() => {
    const hear = ({ persisted }: PageTransitionEvent) => persisted && told();
    addEventListener('pageshow', hear);
    return () => removeEventListener('pageshow', hear);
  }, []);
}
