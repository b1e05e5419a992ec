import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { missingSteps } from '#shared/tenants/setup/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { type SetupWay, useSetupCommands } from '#web/tenants/setup/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Notice } from '#web/ui/question.tsx';
import classes from './setup.module.css';

/** The end of the way: where members find the centre, and what comes next. */
export function SetupReady({ way }: { way: SetupWay }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { finish, isFinishing } = useSetupCommands();
  const [isCopied, setIsCopied] = useState(false);
  const missing = missingSteps(way.steps);
  const steps = missing.map((step) => t(`setup.steps.${step}`)).join(', ');
  return (
    <div className={classes.content}>
      <div className={classes.head}>
        <h2 className={classes.title}>{missing.length === 0 ? t('setup.ready') : t('setup.finish')}</h2>
        {missing.length === 0 ? <p className={classes.text}>{t('setup.readyText')}</p> : null}
      </div>
      {missing.length === 0 ? (
        <>
          <p className={classes.address}>{way.address}</p>
          <div className={classes.foot}>
            <Button
              variant="plain"
              size="small"
              onClick={() =>
                void navigator.clipboard.writeText(way.address).then(
                  () => setIsCopied(true),
                  () => setIsCopied(false),
                )
              }
            >
              {isCopied ? t('setup.copied') : t('setup.copy')}
            </Button>
          </div>
        </>
      ) : (
        <Notice tone="warn" icon="warning" text={t('setup.missing', { steps })} />
      )}
      <ul className={classes.there}>
        <li>
          <ListRowLink to="/calendar/day" start={<Icon name="calendar" />} title={t('setup.openTimetable')} />
        </li>
        <li>
          <ListRowLink
            to="/admin/$area"
            params={{ area: 'users' }}
            search={{ make: 1 }}
            start={<Icon name="mail" />}
            title={t('setup.inviteMembers')}
          />
        </li>
        <li>
          <ListRowLink
            to="/admin/$area"
            params={{ area: 'import' }}
            start={<Icon name="download" />}
            title={t('setup.importClients')}
          />
        </li>
        <li>
          <ListRowLink
            to="/admin/$area"
            params={{ area: 'theme' }}
            start={<Icon name="sun" />}
            title={t('setup.look')}
          />
        </li>
        <li>
          <ListRowLink
            to="/admin/$area"
            params={{ area: 'rules' }}
            start={<Icon name="check" />}
            title={t('setup.payments')}
          />
        </li>
      </ul>
      {missing.length === 0 && way.isSettingUp ? (
        <div className={classes.foot}>
          <Button
            isPending={isFinishing}
            pendingText={t('setup.saving')}
            // Refused: the snackbar says what is still needed.
            onClick={() =>
              void finish().then(
                () => navigate({ to: '/admin' }),
                () => {},
              )
            }
          >
            {t('setup.finish')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
