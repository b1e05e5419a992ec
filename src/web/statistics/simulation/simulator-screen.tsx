import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type SimulatedLimit, simulatedLimits } from '#shared/statistics/kinds/domain.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { Outcome } from './components/outcome.tsx';
import { RefusedList } from './components/refused-list.tsx';
import { useSimulation } from './queries.ts';
import classes from './simulator-screen.module.css';

interface SimulatorScreenProps {
  search: { limit?: SimulatedLimit | undefined; value?: number | undefined };
}

/** A changed limit, tried on what was booked in the last 90 days (mission 3.12). */
export function SimulatorScreen({ search }: SimulatorScreenProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { limit = 'upcomingMax', value } = search;
  const query = useSimulation(limit, value);
  const { data, error } = query;
  const [typed, setTyped] = useState<{ limit: SimulatedLimit; text: string }>();
  const shown = typed?.limit === limit ? typed.text : String(value ?? data?.present ?? '');
  const [isWrong, setIsWrong] = useState(false);
  const go = (next: SimulatorScreenProps['search']) =>
    void navigate({ to: '/admin/simulator', search: next, replace: true, resetScroll: false });

  function run(event: FormEvent) {
    event.preventDefault();
    const isNumber = /^\d{1,6}$/.test(shown.trim());
    setIsWrong(!isNumber);
    if (isNumber) go({ limit, value: Number(shown) });
  }

  // The server leaves today's number where one is out of its bounds.
  const isOut = data !== undefined && value !== undefined && data.limit === limit && data.value !== value;
  return (
    <Page width="table">
      <PageHeader
        title={t('reports.simulate.title')}
        subtitle={t('reports.simulate.text')}
        back={<BackLink to="/admin">{t('backOffice.title')}</BackLink>}
      />
      <form className={classes.form} onSubmit={run} noValidate>
        <SelectField
          label={t('reports.simulate.limit')}
          value={limit}
          onChange={({ target }) => {
            setIsWrong(false);
            go({ limit: target.value as SimulatedLimit });
          }}
        >
          {simulatedLimits.map((name) => (
            <option key={name} value={name}>
              {t(`backOffice.settings.limits.${name}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          inputMode="numeric"
          label={t('reports.simulate.value')}
          value={shown}
          hint={data ? t('reports.simulate.now', { value: data.present }) : ' '}
          error={isWrong || isOut ? t('reports.simulate.bounds') : undefined}
          onChange={({ target }) => setTyped({ limit, text: target.value })}
        />
        <div className={classes.action}>
          <Button type="submit" isPending={query.isFetching} pendingText={t('reports.simulate.running')}>
            {t('reports.simulate.run')}
          </Button>
        </div>
      </form>
      {data ? (
        <>
          <Outcome simulation={data} />
          <RefusedList simulation={data} />
        </>
      ) : error ? (
        <NotLoaded title={t('reports.simulate.failed')} query={query} />
      ) : (
        <TimedRowSkeletons label={t('common.loading')} />
      )}
    </Page>
  );
}
