import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';

export const Route = createFileRoute('/calendar/')({ ssr: false, component: Guarded });
