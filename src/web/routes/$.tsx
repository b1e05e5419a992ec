import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';

/** Any other address: the login page for visitors, not-found for members (specification point 2). */
export const Route = createFileRoute('/$')({ ssr: false, component: Guarded });
