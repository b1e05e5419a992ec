import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { joinClasses } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import classes from './states.module.css';

interface EmptyStateProps {
  icon?: IconName;
  /** What there is not. */
  title: string;
  /** What is next. */
  text?: ReactNode;
  /** One button, perhaps one quiet link under it. */
  children?: ReactNode;
  /** 2 under a screen title, 1 when the state is the screen. */
  level?: 1 | 2;
  className?: string | undefined;
}

/** Nothing here: says what is next and leads there. */
export function EmptyState({
  icon = 'calendar',
  title,
  text,
  children,
  level = 2,
  className,
}: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={joinClasses(classes.state, className)}>
      <Icon name={icon} size={32} className={classes.sign} />
      <Heading className={classes.title}>{title}</Heading>
      {text === undefined ? null : <p className={classes.text}>{text}</p>}
      {children === undefined ? null : <div className={classes.actions}>{children}</div>}
    </div>
  );
}

interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** What is safe. */
  text: ReactNode;
  retryText: string;
  retryingText?: string;
  onRetry: () => void;
  isRetrying?: boolean;
  /** A quiet link under the button. */
  children?: ReactNode;
  level?: 1 | 2;
}

/** Could not be loaded: what happened, what is safe, try again. */
export function ErrorState(props: ErrorStateProps) {
  const { title, text, retryText, retryingText, onRetry, isRetrying = false, children, level } = props;
  return (
    <div role="alert">
      <EmptyState icon="warning" title={title} text={text} {...(level && { level })}>
        <Button
          isWide
          isPending={isRetrying}
          {...(retryingText && { pendingText: retryingText })}
          onClick={onRetry}
        >
          {retryText}
        </Button>
        {children}
      </EmptyState>
    </div>
  );
}

/** Over an old list: since when it is old. The sentence is the caller's ("Offline. As of 16:12"). */
export function OfflineState({ children }: { children: ReactNode }) {
  return (
    <p className={classes.offline} role="status">
      <Icon name="clock" size={20} />
      {children}
    </p>
  );
}
