import { useNumber } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Notice } from '#web/ui/question.tsx';
import type { ImportPlan } from '../importing/queries.ts';
import classes from './import-area.module.css';

const delimiters = { ';': 'semicolon', ',': 'comma', tab: 'tab' } as const;

/** What a file would do: counts, what is wrong line by line, and the first new ones. */
export function ImportPlanView({ plan, fileName }: { plan: ImportPlan; fileName: string }) {
  const { t } = useTexts();
  const number = useNumber();
  const titleOf = (name: string) => t(`importing.column.${name}` as 'importing.column.email');
  const ignored = plan.columns.filter(({ name, title }) => name === null && title !== '');
  const isClean = plan.problemCount === 0 && plan.missing.length === 0;
  return (
    <section className={classes.plan} aria-label={t('importing.checked', { file: fileName })}>
      <p className={classes.checked}>
        <Icon name={isClean ? 'check' : 'warning'} size={20} />
        {t('importing.checked', { file: fileName })}
      </p>
      <p className={classes.text}>
        {t('importing.readAs', {
          encoding: t(`importing.encodings.${plan.encoding}`),
          delimiter: t(`importing.delimiters.${delimiters[plan.delimiter]}`),
        })}
      </p>
      <dl className={classes.counts}>
        {(
          [
            ['lines', plan.lines],
            ['fresh', plan.fresh],
            ['known', plan.known],
            ['faulty', plan.problemCount],
          ] as const
        ).map(([name, count]) => (
          <div key={name}>
            <dt>{t(`importing.${name}`)}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
      {ignored.length === 0 ? null : (
        <p className={classes.text}>
          {t('importing.notRead', { titles: ignored.map(({ title }) => title).join(', ') })}
        </p>
      )}
      {plan.missing.length === 0 ? null : (
        <Notice
          tone="bad"
          icon="warning"
          text={t('importing.missing', { titles: plan.missing.map(titleOf).join(', ') })}
        />
      )}
      {isClean && plan.fresh === 0 ? (
        <Notice tone="ok" icon="check" text={t('importing.nothingNew')} />
      ) : null}
      {plan.problemCount === 0 ? null : (
        <>
          <h2 className={classes.heading}>{t('importing.problems')}</h2>
          <p className={classes.text}>
            {t('importing.problemsText')}
            {plan.problems.length < plan.problemCount
              ? ` ${t('importing.someProblems', { count: plan.problems.length })}`
              : ''}
          </p>
          <ul className={classes.problems}>
            {plan.problems.map(({ line, column, code, value, other }) => (
              <li key={`${line} ${column} ${code}`}>
                <strong className={classes.line}>{t('importing.line', { line })}</strong>
                <span>
                  {t(`importing.problem.${code}`, {
                    value,
                    other: other ?? '',
                    column: column === null ? '' : titleOf(column),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {plan.samples.length === 0 ? null : (
        <>
          <h2 className={classes.heading}>{t('importing.samples')}</h2>
          <ul className={classes.samples}>
            {plan.samples.map(({ line, title, text }) => (
              <li key={line}>
                <ListRow title={title} text={text} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
