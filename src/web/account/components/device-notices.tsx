import { useTexts } from '#web/kernel/texts.tsx';
import { useThisDevice } from '#web/messages/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import classes from './notice-settings.module.css';

interface DeviceNoticesProps {
  publicKey: string;
  /** Addresses of the member's devices. */
  devices: readonly string[];
}

/** Why notifications are worth having, and the one switch for this device: the browser is asked only after a press. */
export function DeviceNotices(props: DeviceNoticesProps) {
  const { t } = useTexts();
  const device = useThisDevice(props);
  return (
    <div className={classes.device}>
      <h3 className={classes.deviceTitle}>{t('notices.deviceTitle')}</h3>
      <p className={classes.note}>{t('notices.deviceReason')}</p>
      <div aria-live="polite" className={classes.deviceState}>
        {device.state === 'on' ? <Notice tone="ok" icon="check" text={t('notices.deviceIsOn')} /> : null}
        {device.state === 'denied' ? (
          <Notice tone="warn" icon="warning" text={t('notices.deviceDenied')} />
        ) : null}
        {device.state === 'unsupported' ? (
          <Notice tone="warn" icon="info" text={t('notices.deviceUnsupported')} />
        ) : null}
        {device.hasFailed ? <Notice tone="bad" icon="warning" text={t('notices.deviceFailed')} /> : null}
      </div>
      {device.state === 'possible' ? (
        <Button
          size="small"
          variant="plain"
          isPending={device.isTurningOn}
          pendingText={t('notices.deviceTurningOn')}
          onClick={() => device.turnOn()}
        >
          {t('notices.deviceOn')}
        </Button>
      ) : null}
      {device.state === 'on' ? (
        <Button
          size="small"
          variant="plain"
          isPending={device.isTurningOff}
          pendingText={t('notices.deviceTurningOff')}
          onClick={() => device.turnOff()}
        >
          {t('notices.deviceOff')}
        </Button>
      ) : null}
    </div>
  );
}
