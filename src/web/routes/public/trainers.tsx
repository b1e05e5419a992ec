import { createFileRoute } from '@tanstack/react-router';
import { trainerPagesQuery } from '#web/trainers/queries.ts';
import { TrainersScreen } from '#web/trainers/trainers-screen.tsx';

export const Route = createFileRoute('/public/trainers')({
  staticData: { texts: ['training'] },
  loader: ({ context: { prefetch } }) => prefetch(trainerPagesQuery()),
  head: ({ match: { context } }) => ({
    meta: [{ title: context.title(context.texts.t('training.trainers')) }],
  }),
  component: TrainersScreen,
});
