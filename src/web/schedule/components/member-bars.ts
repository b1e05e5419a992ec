export { HeldBar } from './held-bar.tsx';
export { GivenBackBar, OfferedBar } from './line-bars.tsx';
export { OfferBar } from './offer-bar.tsx';
export { RefusalSheet } from './refusal-sheet.tsx';
