export { HeldBar } from './held-bar.tsx';
export { OfferBar } from './offer-bar.tsx';
export { RefusalSheet } from './refusal-sheet.tsx';
export { GivenBackBar, OfferedBar } from './waitlist-bars.tsx';
