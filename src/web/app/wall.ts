import { lazyRouteComponent } from '@tanstack/react-router';

/** The day on a wall, which few ask for: whoever reads a timetable does not bring it. */
export const TvScreen = lazyRouteComponent(() => import('#web/schedule/tv-screen.tsx'), 'TvScreen');
