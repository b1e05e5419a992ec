import { Page } from '#web/ui/page.tsx';
import { TrainerHours } from './trainer-hours.tsx';
import { Views } from './views.tsx';

/** When a trainer is there for personal trainings, set on a phone: every week, and on other dates. */
export function OwnHours() {
  return (
    <Page>
      <Views view="hours" />
      <TrainerHours />
    </Page>
  );
}
