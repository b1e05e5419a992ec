import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { joinClasses } from './classes.ts';
import { type Fact, Facts } from './facts.tsx';
import { Icon, type IconName } from './icon.tsx';
import classes from './question.module.css';

interface QuestionProps {
  /** Which one, and when. The title is the sheet's. */
  text?: ReactNode;
  notice?: { tone: 'ok' | 'warn' | 'bad'; icon: IconName; text: ReactNode } | undefined;
  /** What will be so afterwards: word and value. */
  facts?: readonly Fact[];
  /** The safe choice: first and filled. */
  safeText: string;
  onSafe: () => void;
  /** The other one names its cost; null where it cannot be had. */
  otherText: string | null;
  otherPendingText: string;
  /** It costs something, so it is outlined in red; otherwise it is plain. */
  isOtherCostly: boolean;
  onOther: () => void;
  isPending: boolean;
  /** A refusal by the server, read out. */
  problem?: string | undefined;
}

/** What stands in a sheet that asks once before something is lost. */
export function Question(props: QuestionProps) {
  const { text, notice, facts = [], safeText, onSafe, otherText, otherPendingText, onOther } = props;
  const { isOtherCostly, isPending, problem } = props;
  return (
    <div className={classes.question}>
      {text === undefined ? null : <p className={classes.text}>{text}</p>}
      {notice === undefined ? null : <Notice tone={notice.tone} icon={notice.icon} text={notice.text} />}
      {facts.length === 0 ? null : <Facts facts={facts} />}
      <div aria-live="assertive">
        {problem === undefined ? null : <Notice tone="bad" icon="warning" text={problem} />}
      </div>
      <div className={classes.actions}>
        <Button isWide onClick={onSafe}>
          {safeText}
        </Button>
        {otherText === null ? null : (
          <Button
            isWide
            variant={isOtherCostly ? 'danger-outline' : 'plain'}
            isPending={isPending}
            pendingText={otherPendingText}
            onClick={onOther}
          >
            {otherText}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A sentence that must be seen, on its tone's ground. */
export function Notice({
  tone,
  icon,
  text,
}: {
  tone: 'ok' | 'warn' | 'bad';
  icon: IconName;
  text: ReactNode;
}) {
  return (
    <div className={joinClasses(classes.notice, classes[tone])}>
      <Icon name={icon} size={20} />
      <p>{text}</p>
    </div>
  );
}
