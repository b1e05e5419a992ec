import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import classes from './home.module.css';

interface ShortcutsProps {
  isOpen: (path: string) => boolean;
  upcomingCount: number;
}

/** Where members most often go from home; a place that is not open to the reader is left out. */
export function Shortcuts({ isOpen, upcomingCount }: ShortcutsProps) {
  const { t } = useTexts();
  const { payment } = useStartContext().pageRules;
  return (
    <nav className={classes.shortcuts} aria-label={t('registrations.shortcuts')}>
      <ListRowLink
        to="/calendar/day"
        start={<Icon name="calendar" />}
        title={t('registrations.timetable')}
        text={t('registrations.findTraining')}
      />
      <ListRowLink
        to="/workouts"
        start={<Icon name="dumbbell" />}
        title={t('registrations.title')}
        text={
          upcomingCount > 0
            ? t('registrations.upcomingCount', { count: upcomingCount })
            : t('registrations.history')
        }
      />
      {payment.isPaymentActive ? (
        <ListRowLink
          to="/public/tickets"
          start={<Icon name="info" />}
          title={t('menu.tickets')}
          text={t('home.ticketsText')}
        />
      ) : null}
      <ListRowLink
        to="/vouchers"
        start={<Icon name="gift" />}
        title={t('menu.vouchers')}
        text={t('home.vouchersText')}
      />
      {isOpen('/personal-trainings') ? (
        <ListRowLink
          to="/personal-trainings"
          start={<Icon name="user" />}
          title={t('menu.personalTrainings')}
          text={t('home.personalText')}
        />
      ) : null}
      {isOpen('/training-videos') ? (
        <ListRowLink
          to="/training-videos"
          start={<Icon name="eye" />}
          title={t('menu.trainingVideos')}
          text={t('home.videosText')}
        />
      ) : null}
    </nav>
  );
}
