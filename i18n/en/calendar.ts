/** What a date field's calendar says; fetched with it. */
export const calendar = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  monthOfYear: '{{month}} {{year}}',
  dayOfMonth: '{{weekday}}, {{day}} {{month}} {{year}}',
  months: {
    january: 'January',
    february: 'February',
    march: 'March',
    april: 'April',
    may: 'May',
    june: 'June',
    july: 'July',
    august: 'August',
    september: 'September',
    october: 'October',
    november: 'November',
    december: 'December',
  },
} as const;
