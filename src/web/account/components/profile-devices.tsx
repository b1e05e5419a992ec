import type { Device } from '#shared/account/devices/contract.ts';
import { minutesBetween } from '#shared/kernel/dates.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useDevices, useSignOutDevice, useSignOutOthers } from '../profile/queries.ts';
import classes from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** A session in use is refreshed every minute; a phone that was put away a moment ago is still in use. */
const inUseMinutes = 3;

/** Where the reader is signed in, and signing out there. */
export function ProfileDevices() {
  const { t } = useTexts();
  const query = useDevices();
  const one = useSignOutDevice();
  const others = useSignOutOthers();
  const { data } = query;
  return (
    <ProfileSection title={t('profile.devices')}>
      <p className={classes.note}>{t('profile.devicesText')}</p>
      {!data && query.error ? <NotLoaded title={t('profile.devicesNotLoaded')} query={query} /> : null}
      {!data && !query.error ? (
        <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
          <Skeleton width="long" />
          <Skeleton size="caption" width="half" />
        </div>
      ) : null}
      {data ? (
        <ul className={classes.devices}>
          {data.map((device) => (
            <DeviceRow
              key={device.sessionId}
              device={device}
              isEnding={one.isPending && one.variables?.params.sessionId === device.sessionId}
              onSignOut={() => one.mutate({ params: { sessionId: device.sessionId } })}
            />
          ))}
        </ul>
      ) : null}
      {data && data.length > 1 ? (
        <div className={classes.actions}>
          <Button
            variant="plain"
            size="small"
            isPending={others.isPending}
            pendingText={t('profile.signingOut')}
            onClick={() => others.mutate(undefined)}
          >
            {t('profile.signOutOthers')}
          </Button>
        </div>
      ) : null}
    </ProfileSection>
  );
}

interface DeviceRowProps {
  device: Device;
  isEnding: boolean;
  onSignOut: () => void;
}

function DeviceRow({ device, isEnding, onSignOut }: DeviceRowProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { browser, system, isThis, lastUsedDateTime } = device;
  const name = [browser, system].filter((part) => part !== null).join(', ') || t('profile.unknownDevice');
  const isInUse = minutesBetween(lastUsedDateTime, format.now) < inUseMinutes;
  return (
    <li className={classes.device}>
      <div className={classes.deviceWords}>
        <p className={classes.deviceName}>
          {name} {isThis ? <Tag tone="accent">{t('profile.thisDevice')}</Tag> : null}
        </p>
        <p className={classes.note}>
          {isInUse
            ? t('profile.inUse')
            : t('profile.lastUsed', { when: format.dayAndTime(lastUsedDateTime) })}
        </p>
      </div>
      {isThis ? null : (
        <Button
          variant="plain"
          size="small"
          aria-label={t('profile.signOutOf', { device: name })}
          isPending={isEnding}
          pendingText={t('profile.signingOut')}
          onClick={onSignOut}
        >
          {t('profile.signOut')}
        </Button>
      )}
    </li>
  );
}
