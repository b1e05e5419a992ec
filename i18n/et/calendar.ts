import type { Section } from '../en.ts';

export const calendar: Section<'calendar'> = {
  previousMonth: 'Eelmine kuu',
  nextMonth: 'Järgmine kuu',
  previousYear: 'Eelmine aasta',
  nextYear: 'Järgmine aasta',
  monthOfYear: '{{month}} {{year}}',
  dayOfMonth: '{{weekday}}, {{day}}. {{month}} {{year}}',
  months: {
    january: 'jaanuar',
    february: 'veebruar',
    march: 'märts',
    april: 'aprill',
    may: 'mai',
    june: 'juuni',
    july: 'juuli',
    august: 'august',
    september: 'september',
    october: 'oktoober',
    november: 'november',
    december: 'detsember',
  },
};
