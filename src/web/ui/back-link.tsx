import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import classes from './back-link.module.css';
import { Icon } from './icon.tsx';

interface BackAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>;
}

function BackAnchor({ children, ...rest }: BackAnchorProps) {
  return (
    <a {...rest} className={classes.back}>
      <Icon name="chevronLeft" size={20} />
      {children}
    </a>
  );
}

/** To the screen above this one, by its name. */
export const BackLink = createLink(BackAnchor);
