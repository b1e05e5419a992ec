import { useState } from 'react';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { type Texts, useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { Button } from '#web/ui/button.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type Inside, useInside, useLetIn } from '../inside/queries.ts';
import classes from './inside-list.module.css';

type Club = Inside['clubs'][number];
type Refused = Club['refused'][number];

/** Who is inside each club, and who stands before one of its doors: they can be let in with a reason (mission 2.7). */
export function InsideList() {
  const { t } = useTexts();
  const inside = useInside();
  const [asked, setAsked] = useState<Refused>();
  if (inside.isError && !inside.data) return <NotLoaded title={t('inside.notLoaded')} query={inside} />;
  return (
    <>
      {inside.data?.clubs.map((club) => (
        <ClubInside key={club.id} club={club} onAsk={setAsked} />
      ))}
      <Sheet
        isOpen={asked !== undefined}
        title={t('inside.letInName', { name: asked?.name ?? '' })}
        onClose={() => setAsked(undefined)}
      >
        {asked ? <LetInForm key={asked.id} refused={asked} onDone={() => setAsked(undefined)} /> : null}
      </Sheet>
    </>
  );
}

function ClubInside({ club, onAsk }: { club: Club; onAsk: (refused: Refused) => void }) {
  const { t } = useTexts();
  const words = useTimeWords();
  const { people, refused } = club;
  return (
    <section className={classes.club} aria-label={club.name}>
      {refused.length === 0 ? null : (
        <>
          <h2 className={classes.heading}>
            {t('inside.refused')} <span className={classes.where}>{club.name}</span>
          </h2>
          <ul className={classes.rows}>
            {refused.map((one) => (
              <li key={one.id}>
                <ListRow
                  title={one.name}
                  text={`${t('inside.at', { door: one.doorName, time: words.time(one.dateTime) })} · ${whyNot(one, t)}`}
                  end={
                    <Button variant="plain" size="small" onClick={() => onAsk(one)}>
                      {t('inside.letIn')}
                      <span className="visually-hidden"> {one.name}</span>
                    </Button>
                  }
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <h2 className={classes.heading}>
        {t('inside.title')} <span className={classes.where}>{club.name}</span>
        <span className={classes.count}>{t('inside.people', { count: people.length })}</span>
      </h2>
      {club.isExitRead ? null : <p className={classes.note}>{t('inside.untilClosing')}</p>}
      {people.length === 0 ? (
        <p className={classes.none}>{t('inside.nobody')}</p>
      ) : (
        <ul className={classes.rows}>
          {people.map(({ clientId, name, sinceDateTime, letIn }) => (
            <li key={clientId}>
              <ListRow
                title={name}
                text={[
                  t('inside.since', { time: words.time(sinceDateTime) }),
                  ...(letIn ? [t('inside.letInBy', { name: letIn.by, reason: letIn.reason })] : []),
                ].join(' · ')}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const reasons = [
  'contractInDebt',
  'contractFrozen',
  'contractBlocked',
  'contractEnded',
  'contractNotYetValid',
  'contractNotForClub',
  'contractNotForTime',
  'contractVisitsUsed',
  'ticketUsed',
  'entryClosed',
  'entryClosedToday',
  'entryAlreadyInside',
] as const;

function whyNot({ refusal }: Refused, t: Texts['t']): string {
  if (refusal === null) return t('inside.mayNow');
  const known = reasons.find((reason) => reason === refusal.error);
  return t(`inside.why.${known ?? 'other'}`);
}

function LetInForm({ refused, onDone }: { refused: Refused; onDone: () => void }) {
  const { t } = useTexts();
  const letIn = useLetIn(refused.name);
  const form = useForm({
    names: ['reason'],
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('validation.fieldRequired') : undefined }),
    onSubmit: ({ reason }) =>
      letIn.mutate(
        { params: { id: refused.id }, body: { reason: reason.trim() } },
        { onSuccess: () => onDone() },
      ),
  });
  return (
    <form {...form.props} className={classes.form}>
      <p className={classes.note}>{t('inside.letInText')}</p>
      <TextField
        {...form.field('reason')}
        label={t('inside.reason')}
        hint={t('inside.reasonHint')}
        maxLength={200}
      />
      <div role="alert">
        {letIn.error ? <Notice tone="bad" icon="warning" text={errorText(letIn.error, t)} /> : null}
      </div>
      <Button type="submit" isWide isPending={letIn.isPending} pendingText={t('inside.lettingIn')}>
        {t('inside.letIn')}
      </Button>
    </form>
  );
}
