import { Link } from '@tanstack/react-router';
import type { SetupStep } from '#shared/tenants/setup/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import type { SetupWay } from '#web/tenants/setup/queries.ts';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import classes from './setup.module.css';

/** The whole way: what is done, what was left, where one is. Every step can be gone to at any time. */
export function SetupSteps({ steps, current }: { steps: SetupWay['steps']; current: SetupStep | 'ready' }) {
  const { t } = useTexts();
  return (
    <nav aria-label={t('setup.title')}>
      <ol className={classes.steps}>
        {steps.map(({ name, state }, index) => (
          <li key={name}>
            <Link
              to="/admin/setup"
              search={{ step: name }}
              className={joinClasses(classes.step, name === current && classes.current)}
              {...(name === current && { 'aria-current': 'step' as const })}
            >
              <span
                className={joinClasses(classes.number, state === 'done' && classes.done)}
                aria-hidden="true"
              >
                {state === 'done' ? <Icon name="check" size={18} isStrong /> : index + 1}
              </span>
              <span className={classes.words}>
                <span className={classes.name}>{t(`setup.steps.${name}`)}</span>
                <span className={classes.state}>{t(`setup.states.${state}`)}</span>
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link
            to="/admin/setup"
            search={{ step: 'ready' }}
            className={joinClasses(classes.step, current === 'ready' && classes.current)}
            {...(current === 'ready' && { 'aria-current': 'step' as const })}
          >
            <span className={classes.number} aria-hidden="true">
              <Icon name="calendar" size={18} />
            </span>
            <span className={classes.words}>
              <span className={classes.name}>{t('setup.finish')}</span>
            </span>
          </Link>
        </li>
      </ol>
    </nav>
  );
}
