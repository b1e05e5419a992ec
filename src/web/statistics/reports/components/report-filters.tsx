import { useNavigate } from '@tanstack/react-router';
import { type Grouping, type Period, periods, type ReportKind } from '#shared/statistics/kinds/domain.ts';

import { groupingsOf } from '#shared/statistics/reports/domain.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import type { AskedReport, Report } from '../queries.ts';
import classes from './report-filters.module.css';

interface ReportFiltersProps {
  kind: ReportKind;
  asked: AskedReport;
  shown: Report | undefined;
}

/** Period, own dates, club, and what the sums are taken by; all of it stands in the address. */
export function ReportFilters({ kind, asked, shown }: ReportFiltersProps) {
  const { t } = useTexts();
  const { clubs } = useStartContext().configuration;
  const navigate = useNavigate();
  const { period, from, until, unit, by } = asked;
  const isOwn = from !== undefined || until !== undefined;
  const turn = (part: AskedReport) =>
    void navigate({
      to: '/admin/reports',
      search: { kind, ...asked, ...part },
      replace: true,
      resetScroll: false,
    });
  const own = { from: from ?? shown?.from, until: until ?? shown?.until };
  return (
    <search className={classes.filters}>
      <SelectField
        label={t('reports.period')}
        value={isOwn ? 'own' : (period ?? 'currentMonth')}
        onChange={({ target }) =>
          turn(
            target.value === 'own'
              ? { ...own, period: undefined }
              : { period: target.value as Period, from: undefined, until: undefined },
          )
        }
      >
        <option value="own">{t('reports.periods.own')}</option>
        {periods.map((name) => (
          <option key={name} value={name}>
            {t(`reports.periods.${name}`)}
          </option>
        ))}
      </SelectField>
      <DateField
        label={t('reports.from')}
        value={own.from ?? ''}
        onChange={(date) => (date === '' ? undefined : turn({ ...own, from: date, period: undefined }))}
      />
      <DateField
        label={t('reports.until')}
        value={own.until ?? ''}
        onChange={(date) => (date === '' ? undefined : turn({ ...own, until: date, period: undefined }))}
      />
      {clubs.length < 2 ? null : (
        <SelectField
          label={t('reports.club')}
          value={String(unit ?? '')}
          onChange={({ target }) => turn({ unit: target.value === '' ? undefined : Number(target.value) })}
        >
          <option value="">{t('reports.allClubs')}</option>
          {clubs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={t('reports.summedBy')}
        value={by ?? shown?.by ?? ''}
        onChange={({ target }) => turn({ by: target.value as Grouping })}
      >
        {groupingsOf[kind].map((name) => (
          <option key={name} value={name}>
            {t(`reports.by.${name}`)}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
