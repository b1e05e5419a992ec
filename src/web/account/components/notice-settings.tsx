import {
  type NoticeChannel,
  type NoticeKind,
  noticeChannels,
  noticeKinds,
  quiet,
} from '#shared/messages/notices/domain.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useNoticeChoices, useNoticeSettings } from '#web/messages/queries.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DeviceNotices } from './device-notices.tsx';
import { NeededNotice } from './needed-notice.tsx';
import classes from './notice-settings.module.css';
import { Reminders } from './reminders.tsx';

const channelTitles = {
  mail: 'notices.channelMail',
  sms: 'notices.channelSms',
  push: 'notices.channelPush',
} as const;

/** Which messages the member wants and how they come; each press is kept by itself. */
export function NoticeSettings() {
  const { t } = useTexts();
  const settings = useNoticeSettings();
  if (settings.data) return <Loaded settings={settings.data} />;
  if (!settings.isError) {
    return (
      <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
        {noticeKinds.map((kind) => (
          <Skeleton key={kind} width="half" />
        ))}
      </div>
    );
  }
  return <NotLoaded title={t('notices.failed')} query={settings} />;
}

type Settings = NonNullable<ReturnType<typeof useNoticeSettings>['data']>;

function Loaded({ settings }: { settings: Settings }) {
  const { t } = useTexts();
  const { email, phone, isSmsOffered, pushPublicKey, devices } = settings;
  const { choices, choose, reminders, remind, isMorningWanted, wantMorning } = useNoticeChoices(settings);
  const channels = noticeChannels.filter((channel) => channel !== 'sms' || isSmsOffered);
  const smsNote = phone === null ? t('notices.smsNoNumber') : t('notices.smsTo', { phone });
  return (
    <>
      <p className={classes.note}>
        {t('notices.intro')} {t('notices.mailTo', { email })} {isSmsOffered ? smsNote : null}
      </p>
      <Reminders chosen={reminders} onChoose={remind} />
      {isMorningWanted === null ? null : (
        <Checkbox
          checked={isMorningWanted}
          hint={t('notices.morningText', { time: quiet.until })}
          onChange={(event) => wantMorning(event.currentTarget.checked)}
        >
          {t('notices.morning')}
        </Checkbox>
      )}
      <DeviceNotices publicKey={pushPublicKey} devices={devices} />
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('notices.what')}</span>
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className={classes.channel}>
                {t(channelTitles[channel])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {noticeKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row" className={classes.kind}>
                {t(`notices.${kind}Label`)}
              </th>
              {channels.map((channel) => (
                <td key={channel} className={classes.cell}>
                  <Choice
                    kind={kind}
                    channel={channel}
                    isChosen={choices[kind][channel]}
                    isPossible={channel !== 'sms' || phone !== null}
                    onChoose={choose}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <NeededNotice />
      <p className={classes.note}>{t('notices.quietHours', { from: quiet.from, until: quiet.until })}</p>
    </>
  );
}

interface ChoiceProps {
  kind: NoticeKind;
  channel: NoticeChannel;
  isChosen: boolean;
  isPossible: boolean;
  onChoose: (kind: NoticeKind, channel: NoticeChannel, isWanted: boolean) => void;
}

function Choice({ kind, channel, isChosen, isPossible, onChoose }: ChoiceProps) {
  const { t } = useTexts();
  return (
    <Checkbox
      className={classes.choice}
      checked={isChosen && isPossible}
      disabled={!isPossible}
      onChange={(event) => onChoose(kind, channel, event.currentTarget.checked)}
    >
      <span className="visually-hidden">
        {t('notices.choice', { kind: t(`notices.${kind}Label`), channel: t(channelTitles[channel]) })}
      </span>
    </Checkbox>
  );
}
