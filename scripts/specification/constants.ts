import type { Chapter } from './chapter.ts';

/** Point 9: numbers. */
export const constants: Chapter = {
  Numbers: {
    'number-idle': 'Idle for 15 minutes',
    'number-countdown': 'Counted down for 3 minutes',
    'number-refresh': 'Refreshed every minute',
    'number-token-margin': 'A token’s last 3 seconds',
    'number-version-check': 'A new version looked for every 30 seconds',
    'number-wall-check': 'A wall looks at the date every minute',
    'number-configuration-kept': 'Terms, page rules and configuration kept 3600 seconds',
    'number-trainers-kept': 'Trainers and training groups kept 300 seconds',
    'number-not-kept': 'Codes, contracts and whether a trainer is free not kept',
    'number-message-shown': 'A message shows for 5 seconds, one cut off for 2, and moves for 300 ms',
    'number-narrow': 'Narrow below 800 px',
    'number-details-parted': 'Details part 40 to 60, from 500 px on 30 to 70',
    'number-widths': 'Widths at which the look changes: 600, 900, 1200, 1536 px',
    'number-slots': 'Times lie on slots of 5 minutes',
    'number-time-lists': 'Lists of times go by hours and half hours',
    'number-week': 'A week is seven days from a Monday',
    'number-sums-windows': 'A trainer’s sums: this month, or 30 days',
    'number-quotes': 'Ten quotes take turns',
    'number-languages': 'Languages et, en, lv; ee gives et, lv gives lv, others en',
    'number-formats': 'dd.MM.yyyy, euro',
    'number-pages': 'Lists come in pages',
  },
};
