import { joinClasses } from './classes.ts';
import classes from './face.module.css';

interface FaceProps {
  name: string;
  /** Address of a picture; empty: initials. */
  photo: string;
  isLarge?: boolean;
}

/** Somebody's picture beside their name, or their initials. */
export function Face({ name, photo, isLarge = false }: FaceProps) {
  const look = joinClasses(classes.face, isLarge && classes.large);
  const edge = isLarge ? 96 : 44;
  if (photo !== '') return <img className={look} src={photo} alt="" width={edge} height={edge} />;
  return (
    <span className={look} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean);
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => part?.charAt(0) ?? '')
    .join('');
}
