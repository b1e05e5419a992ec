import { createFileRoute, redirect } from '@tanstack/react-router';

/** How the centre is set up is told by its own page. */
export const Route = createFileRoute('/page/configuration')({
  beforeLoad: () => {
    throw redirect({ to: '/page', replace: true });
  },
});
