import { joinClasses } from './classes.ts';
import classes from './icon.module.css';

/** Of the same set as `Icon`, for single screens: they come with those, not with the first page. */
const shapes = {
  bag: 'M6.25 8h11.5l.9 10.6a1.75 1.75 0 0 1-1.75 1.9H7.1a1.75 1.75 0 0 1-1.75-1.9ZM9 10.25V7a3 3 0 0 1 6 0v3.25',
  door: 'M6.75 20.25V5.5A1.75 1.75 0 0 1 8.5 3.75h7a1.75 1.75 0 0 1 1.75 1.75v14.75M4 20.25h16M13.75 12v.01',
  heart:
    'M12 19.75C7 16 4 13.1 4 9.6a4.2 4.2 0 0 1 4.25-4.35c1.6 0 2.9.8 3.75 2.15.85-1.35 2.15-2.15 3.75-2.15A4.2 4.2 0 0 1 20 9.6c0 3.5-3 6.4-8 10.15Z',
  idCard:
    'M5.75 5.25h12.5a2.5 2.5 0 0 1 2.5 2.5v8.5a2.5 2.5 0 0 1-2.5 2.5H5.75a2.5 2.5 0 0 1-2.5-2.5v-8.5a2.5 2.5 0 0 1 2.5-2.5ZM10.5 10a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM6.25 15c.3-1.4 1.3-2.1 2.75-2.1s2.45.7 2.75 2.1M14.75 9.75H17.5M14.75 13H17.5',
  mobile:
    'M8.5 3.25h7a1.75 1.75 0 0 1 1.75 1.75v14a1.75 1.75 0 0 1-1.75 1.75h-7A1.75 1.75 0 0 1 6.75 19V5A1.75 1.75 0 0 1 8.5 3.25ZM10.75 17.75h2.5',
  phone:
    'M8.6 4.25 10.25 8l-2 1.75a11.5 11.5 0 0 0 6 6l1.75-2 3.75 1.65v2.85a1.6 1.6 0 0 1-1.75 1.6C10.75 19.2 4.8 13.25 4.15 6a1.6 1.6 0 0 1 1.6-1.75Z',
  ticket:
    'M5 6.25h14a1.25 1.25 0 0 1 1.25 1.25v2.25a2.25 2.25 0 0 0 0 4.5v2.25A1.25 1.25 0 0 1 19 17.75H5a1.25 1.25 0 0 1-1.25-1.25v-2.25a2.25 2.25 0 0 0 0-4.5V7.5A1.25 1.25 0 0 1 5 6.25ZM14.25 9.25v.01M14.25 12v.01M14.25 14.75v.01',
} as const;

export type RareIconName = keyof typeof shapes;

/** A drawn sign beside a word; it says nothing itself. */
export function RareIcon({
  name,
  size = 24,
  className,
}: {
  name: RareIconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      className={joinClasses(classes.icon, className)}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
