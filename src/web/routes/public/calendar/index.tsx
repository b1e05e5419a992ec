import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/public/calendar/')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/public/calendar/day${location.searchStr}`, replace: true });
  },
});
