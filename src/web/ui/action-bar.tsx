import type { ReactNode, Ref } from 'react';
import classes from './action-bar.module.css';
import { joinClasses } from './classes.ts';

interface ActionBarProps {
  /** Line 1: what is used or held, and at its right end before → after. */
  title?: ReactNode;
  titleEnd?: ReactNode;
  /** Line 2: until when it can be undone. */
  text?: ReactNode;
  /** One main button, perhaps one quiet one under it. */
  children?: ReactNode;
  /** What the bar is, for those who listen. */
  label: string;
  /** Beside the content instead of under it, from 900 px: the caller's layout gives it a place. */
  isPanelWhenWide?: boolean;
  ref?: Ref<HTMLElement>;
}

/** The one place of action: at the thumb on a phone, the consequence above the button. */
export function ActionBar(props: ActionBarProps) {
  const { title, titleEnd, text, children, label, isPanelWhenWide = false, ref } = props;
  return (
    <section
      ref={ref}
      className={joinClasses(classes.bar, isPanelWhenWide && classes.panel)}
      aria-label={label}
      tabIndex={-1}
    >
      <div className={classes.inside}>
        {title === undefined ? null : (
          <div className={classes.first}>
            <p className={classes.title}>{title}</p>
            {titleEnd === undefined ? null : <p className={classes.titleEnd}>{titleEnd}</p>}
          </div>
        )}
        {text === undefined ? null : <p className={classes.text}>{text}</p>}
        {children === undefined ? null : <div className={classes.actions}>{children}</div>}
      </div>
    </section>
  );
}
