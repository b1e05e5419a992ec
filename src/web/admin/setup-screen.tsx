import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { missingSteps, type SetupStep, setupSteps } from '#shared/tenants/setup/domain.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { type SetupWay, useSetup, useSetupCommands } from '#web/tenants/setup/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SettingsArea } from './components/settings-area.tsx';
import classes from './components/setup.module.css';
import { SetupLimits } from './components/setup-limits.tsx';
import { SetupReady } from './components/setup-ready.tsx';
import { SetupResources } from './components/setup-resources.tsx';
import { SetupSteps } from './components/setup-steps.tsx';
import { SetupStyles } from './components/setup-styles.tsx';
import { SetupTraining } from './components/setup-training.tsx';

/** Usual hours, so that only what differs is typed. */
const usualHours = {
  ...{ monday: '07:00-22:00', tuesday: '07:00-22:00', wednesday: '07:00-22:00', thursday: '07:00-22:00' },
  ...{ friday: '07:00-22:00', saturday: '09:00-18:00', sunday: '09:00-18:00' },
};

/** Trainings need all of these before they can be anywhere. */
const trainingNeeds: readonly SetupStep[] = ['rooms', 'styles'];

/** The way of a new centre to its first booking: at the first step that is open, unless another is asked for. */
export function SetupScreen({ step }: { step?: SetupStep | 'ready' | undefined }) {
  const { t } = useTexts();
  const query = useSetup();
  const way = query.data;
  const [first, setFirst] = useState<SetupStep | 'ready'>();
  if (!way) {
    return (
      <Page width="table">
        <PageHeader title={t('setup.title')} subtitle={t('setup.subtitle')} />
        {query.isError ? (
          <NotLoaded title={t('backOffice.list.failed')} query={query} />
        ) : (
          <div role="status" aria-label={t('common.loading')}>
            <Skeleton size="block" width="full" />
            <Skeleton size="block" width="full" />
          </div>
        )}
      </Page>
    );
  }
  const done = way.steps.filter(({ state }) => state === 'done').length;
  const current = step ?? first ?? way.steps.find(({ state }) => state === 'open')?.name ?? 'ready';
  // What is saved here does not lead on by itself.
  if (first === undefined) setFirst(current);
  return (
    <Page width="table">
      <PageHeader
        title={t('setup.title')}
        subtitle={`${t('setup.subtitle')} ${t('setup.progress', { done, all: setupSteps.length })}`}
      />
      <div className={classes.two}>
        <SetupSteps steps={way.steps} current={current} />
        {current === 'ready' ? <SetupReady way={way} /> : <Step key={current} name={current} way={way} />}
      </div>
    </Page>
  );
}

function Step({ name, way }: { name: SetupStep; way: SetupWay }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { pass, isPassing } = useSetupCommands();
  const isDone = way.steps.some((one) => one.name === name && one.state === 'done');
  const next = setupSteps[setupSteps.indexOf(name) + 1] ?? 'ready';
  const goOn = () => void navigate({ to: '/admin/setup', search: { step: next } });
  const isKept = name === 'limits' && !isDone;
  return (
    <div className={classes.content}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t(`setup.steps.${name}`)}</h2>
        <p className={classes.text}>{t(`setup.stepTexts.${name}`)}</p>
      </div>
      <StepContent name={name} way={way} />
      <div className={classes.foot}>
        {isDone ? (
          <Button onClick={goOn}>{t('setup.next')}</Button>
        ) : (
          <Button
            variant={isKept ? 'primary' : 'plain'}
            isPending={isPassing}
            pendingText={t('setup.saving')}
            // Refused: the snackbar says why, and one stays.
            onClick={() => void pass(name).then(goOn, () => {})}
          >
            {t(isKept ? 'setup.keepLimits' : 'setup.later')}
          </Button>
        )}
      </div>
    </div>
  );
}

function StepContent({ name, way }: { name: SetupStep; way: SetupWay }) {
  const { t, language } = useTexts();
  switch (name) {
    case 'centre':
    case 'company':
      return <SettingsArea name={name} label={t(`setup.steps.${name}`)} />;
    case 'clubs':
      return (
        <SetupResources
          kind="clubs"
          only={['name', 'address', 'city', 'hours']}
          blankOf={({ items }) => ({ position: items.length, hours: usualHours })}
        />
      );
    case 'rooms':
      return (
        <SetupResources
          kind="rooms"
          only={['name', 'clubId', 'capacity']}
          blankOf={({ references }) => ({ clubId: references.clubs?.[0]?.id ?? null, capacity: 20 })}
        />
      );
    case 'styles':
      return <SetupStyles proposals={way.proposals} />;
    case 'trainers':
      return (
        <SetupResources
          kind="trainers"
          only={['firstName', 'lastName', 'styleIds']}
          blankOf={({ references }) => ({
            isActive: true,
            styleIds: (references.styles ?? []).map(({ id }) => id),
          })}
        />
      );
    case 'limits':
      return <SetupLimits />;
    case 'training': {
      const missing = missingSteps(way.steps).filter((step) => trainingNeeds.includes(step));
      if (missing.length === 0) return <SetupTraining />;
      const steps = missing.map((step) => t(`setup.steps.${step}`)).join(', ');
      return <p className={classes.text}>{t('setup.needFirst', { steps })}</p>;
    }
    case 'product':
      return (
        <SetupResources
          kind="products"
          only={['kind', 'names', 'clientType', 'visits', 'validCount', 'validUnit', 'prices', 'terms']}
          blankOf={({ references }) => ({
            ...{ kind: 'ticket', category: 'webapp_fitness', clientType: 'groupTraining' },
            ...{ vatKind: 'standard', visits: 10, validCount: 3, validUnit: 'month' },
            ...{ startMode: 'purchase', isActive: true, position: 0, names: ticketNames[language] },
            terms: { periodMonths: 1, bindingMonths: 0, anchor: 'start' },
            prices: (references.clubs ?? []).map(({ id }) => ({ clubId: id })),
          })}
        />
      );
  }
}

/** A ticket of ten visits is what most begin with. */
const tenVisits = { et: '10 korra pilet', en: 'Ten visits', lv: '10 reižu biļete' };
const ticketNames = { et: tenVisits, en: tenVisits, lv: tenVisits };
