import type { Section } from '../en.ts';

export const calendar: Section<'calendar'> = {
  previousMonth: 'Iepriekšējais mēnesis',
  nextMonth: 'Nākamais mēnesis',
  previousYear: 'Iepriekšējais gads',
  nextYear: 'Nākamais gads',
  monthOfYear: '{{month}} {{year}}',
  dayOfMonth: '{{weekday}}, {{year}}. gada {{day}}. {{month}}',
  months: {
    january: 'janvāris',
    february: 'februāris',
    march: 'marts',
    april: 'aprīlis',
    may: 'maijs',
    june: 'jūnijs',
    july: 'jūlijs',
    august: 'augusts',
    september: 'septembris',
    october: 'oktobris',
    november: 'novembris',
    december: 'decembris',
  },
};
