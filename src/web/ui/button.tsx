import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import classes from './button.module.css';
import { joinClasses } from './classes.ts';

type ButtonVariant = 'primary' | 'plain' | 'danger-outline' | 'text';

interface Look {
  /** `primary` filled with the accent, `plain` quiet, `danger-outline` for what costs, `text` words only. */
  variant?: ButtonVariant;
  /** `large` 54 px for the one action of a screen or sheet, `small` 44 px beside other things. */
  size?: 'large' | 'small';
  /** As wide as its place. */
  isWide?: boolean;
}

function lookClasses({ variant = 'primary', size = 'large', isWide = false }: Look, className?: string) {
  return joinClasses(
    classes.button,
    classes[variant],
    size === 'large' ? classes.large : classes.small,
    isWide && classes.wide,
    className,
  );
}

interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Waiting for the server: keeps size and focus, shows a ring and `pendingText`, takes no presses. */
  isPending?: boolean;
  pendingText?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A verb and its thing. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    isWide,
    isPending = false,
    pendingText,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const look = { ...(variant && { variant }), ...(size && { size }), ...(isWide && { isWide }) };
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isPending) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      className={lookClasses(look, className)}
      onClick={press}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
    >
      <span className={joinClasses(classes.label, isPending && classes.away)}>{children}</span>
      {pendingText !== undefined || isPending ? (
        <span className={joinClasses(classes.label, !isPending && classes.away)}>
          <Ring />
          {pendingText}
        </span>
      ) : null}
    </button>
  );
}

function Ring() {
  return (
    <svg className={classes.ring} viewBox="0 0 20 20" width="20" height="20" fill="none" aria-hidden="true">
      <circle cx="10" cy="10" r="8" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
      <path d="M18 10a8 8 0 0 0-8-8" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

interface AnchorProps extends Look, AnchorHTMLAttributes<HTMLAnchorElement> {
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link that looks like a button and leaves the app's own routes: a file, another part of the site. */
export function ButtonAnchor({ variant, size, isWide, className, children, ...rest }: AnchorProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(isWide && { isWide }) };
  return (
    <a {...rest} className={lookClasses(look, className)}>
      <span className={classes.label}>{children}</span>
    </a>
  );
}

/** A link that looks like a button: takes what a router link takes (`to`, `search` …) and a button's look. */
export const ButtonLink = createLink(ButtonAnchor);

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The spoken name. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A sign alone, 44 px: only where everybody knows it (back, close, search, share). */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(classes.iconButton, className)}
      aria-label={label}
    />
  );
}

interface IconAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  label: string;
  /** On a quiet disc instead of bare. */
  hasDisc?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

function IconAnchor({ label, hasDisc, className, children, ...rest }: IconAnchorProps) {
  return (
    <a {...rest} className={joinClasses(classes.iconButton, hasDisc && classes.disc, className)}>
      {children}
      <span className="visually-hidden">{label}</span>
    </a>
  );
}

export const IconLink = createLink(IconAnchor);
