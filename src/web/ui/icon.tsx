import { joinClasses } from './classes.ts';
import classes from './icon.module.css';

/** One line set of our own, on a grid of 24: paths only, stroke 1.75, round ends. */
const shapes = {
  arrowRight: 'M5 12h13.5M13 6.5l5.5 5.5-5.5 5.5',
  bank: 'M3.75 9.5 12 4.5l8.25 5M5.5 10.25v7.5M10 10.25v7.5M14 10.25v7.5M18.5 10.25v7.5M3.75 20.25h16.5',
  calendar:
    'M6.75 5.25h10.5a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3H6.75a3 3 0 0 1-3-3v-9a3 3 0 0 1 3-3ZM3.75 10h16.5M8.25 3.25v4M15.75 3.25v4',
  card: 'M6 5.5h12a2.75 2.75 0 0 1 2.75 2.75v7.5A2.75 2.75 0 0 1 18 18.5H6a2.75 2.75 0 0 1-2.75-2.75v-7.5A2.75 2.75 0 0 1 6 5.5ZM3.25 10h17.5M7 14.75h3.5',
  check: 'm4.75 12.75 4.75 4.75L19.25 7',
  chevronDown: 'm6.25 9.5 5.75 5.5 5.75-5.5',
  chevronLeft: 'm14.5 5.75-6 6.25 6 6.25',
  chevronRight: 'm9.5 5.75 6 6.25-6 6.25',
  chevronsLeft: 'm12.25 5.75-6 6.25 6 6.25M18.5 5.75l-6 6.25 6 6.25',
  chevronsRight: 'm11.75 5.75 6 6.25-6 6.25M5.5 5.75l6 6.25-6 6.25',
  clock: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM12 7.25V12l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  download: 'M12 4v11M7.25 10.5 12 15.25l4.75-4.75M5 19.75h14',
  dumbbell: 'M7.5 6.25v11.5M16.5 6.25v11.5M7.5 12h9M3.75 9.25v5.5M20.25 9.25v5.5',
  eye: 'M2.75 12C4.9 8 8 6 12 6s7.1 2 9.25 6C19.1 16 16 18 12 18s-7.1-2-9.25-6ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  eyeOff:
    'M2.75 12C4.9 8 8 6 12 6s7.1 2 9.25 6C19.1 16 16 18 12 18s-7.1-2-9.25-6ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM4.5 19.5l15-15',
  gift: 'M4.75 11h14.5v8.25a1.5 1.5 0 0 1-1.5 1.5H6.25a1.5 1.5 0 0 1-1.5-1.5ZM3.5 7.5h17V11h-17ZM12 7.5v13.25M12 7.5C9 7.5 7.5 6.4 7.5 5.1c0-2.2 3.6-2.3 4.5 2.4.9-4.7 4.5-4.6 4.5-2.4 0 1.3-1.5 2.4-4.5 2.4Z',
  globe:
    'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM3.5 12h17M12 3.5c2.3 2.4 3.5 5.2 3.5 8.5S14.3 18.1 12 20.5M12 3.5C9.7 5.9 8.5 8.7 8.5 12s1.2 6.1 3.5 8.5',
  home: 'm4 11 8-6.75L20 11v7.25a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2ZM9.5 20v-4.75a2.5 2.5 0 0 1 5 0V20',
  hourglass:
    'M6.75 4h10.5M6.75 20h10.5M8.25 4v2.5c0 2.6 7.5 8.4 7.5 11V20M15.75 4v2.5c0 2.6-7.5 8.4-7.5 11V20',
  info: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM12 11.25v5M12 7.9v.01',
  lock: 'M7.25 10.5h9.5a2.5 2.5 0 0 1 2.5 2.5v4.75a2.5 2.5 0 0 1-2.5 2.5h-9.5a2.5 2.5 0 0 1-2.5-2.5V13a2.5 2.5 0 0 1 2.5-2.5ZM8 10.5V7.75a4 4 0 0 1 8 0v2.75',
  logOut:
    'M13.5 4.5H7A2.5 2.5 0 0 0 4.5 7v10A2.5 2.5 0 0 0 7 19.5h6.5M9.75 12h10.5M16.75 8.25 20.5 12l-3.75 3.75',
  mail: 'M6 5.5h12a2.5 2.5 0 0 1 2.5 2.5v8a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 16V8A2.5 2.5 0 0 1 6 5.5ZM4.25 7l7.75 6 7.75-6',
  message:
    'M6.5 4.75h11A2.5 2.5 0 0 1 20 7.25v6.25A2.5 2.5 0 0 1 17.5 16H12l-4.25 3.5V16H6.5A2.5 2.5 0 0 1 4 13.5V7.25a2.5 2.5 0 0 1 2.5-2.5ZM8 9h8M8 12.25h5',
  menu: 'M4 6.75h16M4 12h16M4 17.25h16',
  moon: 'M19.75 14.25A8.25 8.25 0 0 1 9.75 4.25a8.25 8.25 0 1 0 10 10Z',
  pencil:
    'm4.75 19.25.95-4.1L16 4.85a1.75 1.75 0 0 1 2.5 0l.65.65a1.75 1.75 0 0 1 0 2.5L8.85 18.3ZM13.9 6.95l3.15 3.15',
  pin: 'M12 21c4.4-4.5 6.6-8 6.6-10.9a6.6 6.6 0 1 0-13.2 0C5.4 13 7.6 16.5 12 21ZM14.4 10a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0Z',
  qr: 'M4.75 4.75h5v5h-5ZM14.25 4.75h5v5h-5ZM4.75 14.25h5v5h-5ZM14.25 14.25h1.5v1.5h-1.5ZM19.25 14.25v1.5h-1M14.25 19.25h1.5M18.25 18.5v.75h1',
  receipt: 'M6.25 3.75h11.5v16.5l-2.9-1.75-2.85 1.75-2.85-1.75-2.9 1.75ZM9.5 8.25h5M9.5 12h5',
  share:
    'M12 14.75v-11M8.25 7.25 12 3.5l3.75 3.75M4.75 12.5v5.25a2.5 2.5 0 0 0 2.5 2.5h9.5a2.5 2.5 0 0 0 2.5-2.5V12.5',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  user: 'M15.75 7.75a3.75 3.75 0 1 1-7.5 0 3.75 3.75 0 0 1 7.5 0ZM4.75 20c.7-3.4 3.4-5.25 7.25-5.25S18.55 16.6 19.25 20',
  users:
    'M13.25 8a3.25 3.25 0 1 1-6.5 0 3.25 3.25 0 0 1 6.5 0ZM3.75 19.5c.6-3.1 3-4.75 6.25-4.75s5.65 1.65 6.25 4.75M15.5 4.9a3.25 3.25 0 0 1 0 6.2M17.75 15.1c1.6.75 2.5 2.3 2.75 4.4',
  warning: 'm12 4.25 8.75 15.25H3.25ZM12 10v4.25M12 16.9v.01',
} as const;

export type IconName = keyof typeof shapes;

interface IconProps {
  name: IconName;
  /** Side in px; 24 unless told. */
  size?: number;
  /** Stroke 2: for what is selected. */
  isStrong?: boolean;
  className?: string | undefined;
}

/** A drawn sign beside a word; it says nothing itself. Where it stands alone, its control carries the name. */
export function Icon({ name, size = 24, isStrong = false, className }: IconProps) {
  return (
    <svg
      className={joinClasses(classes.icon, className)}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={isStrong ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
