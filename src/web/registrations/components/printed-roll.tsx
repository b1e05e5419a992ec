import type { Roll } from '#shared/registrations/attendance/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import classes from './printed-roll.module.css';

/** The list on paper: only what is printed shows it. */
export function PrintedRoll({ roll, when }: { roll: Roll; when: string }) {
  const { t } = useTexts();
  const rows = roll.registrations.filter(({ status }) => status === 'placeAvailable');
  return (
    <section className={classes.printed} aria-hidden="true">
      <p className={classes.title}>{roll.name}</p>
      <p>{[when, roll.roomName, roll.trainerName].filter(Boolean).join(' · ')}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('attendance.placeLabel')}</th>
            <th>{t('attendance.printName')}</th>
            <th>{t('attendance.clientNumber')}</th>
            <th>{t('attendance.phone')}</th>
            <th>{t('attendance.printPresence')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ registrationId, place, name, clientNumber, phone, presence }) => (
            <tr key={registrationId}>
              <td>{place}</td>
              <td>{name}</td>
              <td>{clientNumber}</td>
              <td>{phone}</td>
              <td>{presence === true ? '×' : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
