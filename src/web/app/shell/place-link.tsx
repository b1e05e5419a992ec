import { Link } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { joinClasses } from '#web/ui/classes.ts';
import type { RoutePath } from '../route-rules.ts';

interface PlaceLinkProps {
  path: RoutePath;
  isSelected: boolean;
  className?: string | undefined;
  selectedClassName?: string | undefined;
  /** Inside a sheet: the new page takes the place of the sheet in the history. */
  isReplacing?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** A link to a place of the menu, which holds only screens that exist; the menu decides which one is selected. */
export function PlaceLink(props: PlaceLinkProps) {
  const { path, isSelected, className, selectedClassName, isReplacing = false, onClick, children } = props;
  const link = useRef<HTMLAnchorElement>(null);
  // Of what was drawn for no address the router believes that it says so already.
  useLayoutEffect(() => {
    if (isSelected) link.current?.setAttribute('aria-current', 'page');
  }, [isSelected]);
  return (
    <Link
      ref={link}
      // Paths of screens still to come are not among the router's; a place with such a path is never shown.
      to={path as '/'}
      replace={isReplacing}
      activeOptions={{ exact: true }}
      activeProps={{}}
      className={joinClasses(className, isSelected && selectedClassName)}
      aria-current={isSelected ? 'page' : undefined}
      {...(onClick && { onClick })}
    >
      {children}
    </Link>
  );
}
