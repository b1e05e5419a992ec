import type { Rating } from '#shared/feedback/domain.ts';

/** Of the same line as the icons of the frame, which every page brings along. */
const drawings: Readonly<Record<Rating, string>> = {
  dislike:
    'M7 4.5v9.25M7 13.75l3.6 6.1a1.6 1.6 0 0 0 2.9-1.1l-.7-4.25h5.1a2 2 0 0 0 2-2.35l-1-5.7a2.3 2.3 0 0 0-2.25-1.95H7M7 4.5H4.25v9.25H7',
  like: 'M7 19.5v-9.25M7 10.25l3.6-6.1a1.6 1.6 0 0 1 2.9 1.1l-.7 4.25h5.1a2 2 0 0 1 2 2.35l-1 5.7a2.3 2.3 0 0 1-2.25 1.95H7M7 19.5H4.25v-9.25H7',
  love: 'M12 20C6.5 16 3.75 12.9 3.75 9.4A4.4 4.4 0 0 1 12 7.2a4.4 4.4 0 0 1 8.25 2.2C20.25 12.9 17.5 16 12 20Z',
};

export function RatingSign({ rating, size = 24 }: { rating: Rating; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d={drawings[rating]}
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
