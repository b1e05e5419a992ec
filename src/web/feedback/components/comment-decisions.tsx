import type { Comment } from '#shared/feedback/contract.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useCommentCommands, useComments, useTakesFeedback } from '../queries.ts';
import classes from './comment-decisions.module.css';
import { BothRatings } from './rating-counts.tsx';

/** What was thought of a training, for its trainer: thoughts to allow and to hide. */
export function CommentDecisions({ trainingId }: { trainingId: number }) {
  return useTakesFeedback() ? <Decisions trainingId={trainingId} /> : null;
}

function Decisions({ trainingId }: { trainingId: number }) {
  const { t } = useTexts();
  const query = useComments(trainingId);
  const commands = useCommentCommands();
  const { data, error } = query;
  if (!data && error) return <NotLoaded title={t('feedback.notLoaded')} query={query} />;
  if (!data) return null;
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('feedback.heading')}</h2>
      <BothRatings of={data} />
      {data.comments.length === 0 ? (
        <p className={classes.note}>{t('feedback.noComments')}</p>
      ) : (
        <ul className={classes.list}>
          {data.comments.map((comment) => (
            <Decided key={comment.id} comment={comment} commands={commands} />
          ))}
        </ul>
      )}
    </section>
  );
}

const tones = { waiting: 'warn', allowed: 'ok', hidden: 'neutral' } as const;
const stateTexts = {
  waiting: 'feedback.waiting',
  allowed: 'feedback.allowed',
  hidden: 'feedback.hidden',
} as const;

function Decided({
  comment,
  commands,
}: {
  comment: Comment;
  commands: ReturnType<typeof useCommentCommands>;
}) {
  const { t } = useTexts();
  const { id, author, text, isShared, state } = comment;
  const isPending = commands.pendingId === id;
  const name = author || t('feedback.somebody');
  return (
    <li className={classes.comment}>
      <p className={classes.text}>{text}</p>
      <div className={classes.line}>
        <span className={classes.note}>{name}</span>
        {isShared ? <Tag tone={tones[state]}>{t(stateTexts[state])}</Tag> : <Tag>{t('feedback.forYou')}</Tag>}
        <span className={classes.actions}>
          {isShared && state !== 'allowed' ? (
            <Button
              variant="plain"
              size="small"
              isPending={isPending}
              aria-label={t('feedback.allowNamed', { name })}
              onClick={() => commands.allow(id, text)}
            >
              {t('feedback.allow')}
            </Button>
          ) : null}
          {isShared && state !== 'hidden' ? (
            <Button
              variant="text"
              size="small"
              isPending={isPending}
              aria-label={t('feedback.hideNamed', { name })}
              onClick={() => commands.hide(id)}
            >
              {t('feedback.hide')}
            </Button>
          ) : null}
        </span>
      </div>
    </li>
  );
}
