import { useState } from 'react';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { type Texts, useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type Inside, useInside, useLetIn } from '../inside/queries.ts';
import classes from './inside-list.module.css';

type Club = Inside['clubs'][number];
type Refused = Club['refused'][number];

/** Who stands before a door and who is inside, club by club: the former can be let in with a reason (mission 2.7). */
export function InsideList({ gym }: { gym: number | undefined }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const inside = useInside();
  const [asked, setAsked] = useState<Refused>();
  if (inside.isError && !inside.data) return <NotLoaded title={t('inside.notLoaded')} query={inside} />;
  // Where no door reads codes, nobody is counted.
  if (!inside.data || inside.data.clubs.length === 0) return null;
  const all = inside.data.clubs;
  const own = all.filter(({ id }) => id === gym);
  const clubs = own.length > 0 ? own : all;
  const refused = clubs.flatMap((club) => club.refused);
  const count = clubs.reduce((sum, { people }) => sum + people.length, 0);
  return (
    <>
      {refused.length === 0 ? null : (
        <section className={classes.section} aria-labelledby="desk-refused">
          <h2 id="desk-refused" className={classes.heading}>
            {t('inside.refused')}
          </h2>
          <ul className={classes.rows}>
            {refused.map((one) => (
              <li key={one.id}>
                <ListRow
                  title={one.name}
                  text={`${t('inside.at', { door: one.doorName, time: format.time(one.dateTime) })} · ${whyNot(one, t)}`}
                  end={
                    <Button variant="plain" size="small" onClick={() => setAsked(one)}>
                      <span className={classes.whole}>{t('inside.letIn')}</span>
                      <span className="visually-hidden"> {one.name}</span>
                    </Button>
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={classes.section} aria-labelledby="desk-inside">
        <h2 id="desk-inside" className={classes.heading}>
          {t('inside.title')}
          <span className={classes.count}>{t('inside.people', { count })}</span>
        </h2>
        {all.length > 1 ? (
          <ul className={classes.clubs} aria-label={t('inside.club')}>
            {[undefined, ...all].map((club) => {
              const isShown = club === undefined ? own.length === 0 : club.id === own[0]?.id;
              return (
                <li key={club?.id ?? 0}>
                  <ChipLink
                    to="/desk"
                    search={club === undefined ? {} : { gym: club.id }}
                    activeOptions={{ exact: true }}
                    replace
                    resetScroll={false}
                    isSelected={isShown}
                    aria-current={isShown ? 'true' : undefined}
                  >
                    {club?.name ?? t('inside.allClubs')}
                  </ChipLink>
                </li>
              );
            })}
          </ul>
        ) : null}
        {clubs.every(({ isExitRead }) => isExitRead) ? null : (
          <p className={classes.note}>{t('inside.untilClosing')}</p>
        )}
        {clubs.map((club) => (
          <ClubInside key={club.id} club={club} hasName={clubs.length > 1} />
        ))}
      </section>
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

function ClubInside({ club, hasName }: { club: Club; hasName: boolean }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { name: clubName, people } = club;
  return (
    <>
      {hasName ? (
        <h3 className={classes.club}>
          {clubName}
          <span className={classes.count}>{people.length}</span>
        </h3>
      ) : null}
      {people.length === 0 ? null : (
        <ul className={classes.rows}>
          {people.map(({ clientId, name, sinceDateTime, letIn }) => (
            <li key={clientId}>
              <ListRow
                title={name}
                text={[
                  t('inside.since', { time: format.time(sinceDateTime) }),
                  ...(letIn ? [t('inside.letInBy', { name: letIn.by, reason: letIn.reason })] : []),
                ].join(' · ')}
              />
            </li>
          ))}
        </ul>
      )}
    </>
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
