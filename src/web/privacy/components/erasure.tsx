import { useState } from 'react';
import { localDate } from '#shared/kernel/dates.ts';
import { regretDays } from '#shared/privacy/domain.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useSession } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type Erasure, useAskErasure, useUndoErasure } from '../queries.ts';
import { Obstacles } from './obstacles.tsx';
import classes from './part.module.css';

/** What erasing the account would mean, said before; then the question; then the days to think again. */
export function ErasureSection({ erasure }: { erasure: Erasure }) {
  const { t } = useTexts();
  const { timeZone } = useStartContext().configuration;
  const { logout } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const ask = useAskErasure();
  const undo = useUndoErasure();
  const { pending, obstacles } = erasure;
  return (
    <section className={classes.section} aria-labelledby="privacy-erasing">
      <h2 id="privacy-erasing" className={classes.heading}>
        {t('privacy.eraseTitle')}
      </h2>
      {pending ? (
        <>
          <Notice
            tone="warn"
            icon="warning"
            text={t('privacy.pendingTitle', { date: formatDate(localDate(pending.dueDateTime, timeZone)) })}
          />
          <p className={classes.text}>{t(pending.isHeld ? 'privacy.pendingHeld' : 'privacy.pendingText')}</p>
          <Button
            isPending={undo.isPending}
            pendingText={t('privacy.undoing')}
            onClick={() => undo.mutate(undefined)}
          >
            {t('privacy.undo')}
          </Button>
        </>
      ) : null}
      {obstacles.length > 0 ? <Obstacles obstacles={obstacles} /> : null}
      {!pending && obstacles.length === 0 ? (
        <>
          <p className={classes.text}>{t('privacy.eraseText', { days: regretDays })}</p>
          <Consequences {...erasure} />
          <Button variant="danger-outline" onClick={() => setIsAsking(true)}>
            {t('privacy.eraseAsk')}
          </Button>
        </>
      ) : null}
      <Sheet isOpen={isAsking} title={t('privacy.eraseAsk')} onClose={() => setIsAsking(false)}>
        <Confirming
          isPending={ask.isPending}
          problem={ask.error ? errorText(ask.error, t) : undefined}
          onKeep={() => setIsAsking(false)}
          onErase={(password) =>
            ask.mutate(
              { body: { password } },
              {
                onSuccess: () => {
                  setIsAsking(false);
                  logout();
                },
              },
            )
          }
        />
      </Sheet>
    </section>
  );
}

/** At once, after the days, kept, lost: each in one sentence. */
function Consequences({ givenBack, visitsLost, creditLost, kept }: Erasure) {
  const { t } = useTexts();
  const money = useMoney();
  const { invoices, contracts, years, untilDate } = kept;
  const lost = [
    ...(visitsLost > 0 ? [t('privacy.visitsLost', { count: visitsLost })] : []),
    ...(creditLost > 0 ? [t('privacy.creditLost', { amount: money(creditLost) })] : []),
  ];
  const facts = [
    {
      label: t('privacy.atOnce'),
      value: [
        t('privacy.atOnceText'),
        ...(givenBack > 0 ? [t('privacy.givenBack', { count: givenBack })] : []),
      ].join(' '),
    },
    { label: t('privacy.after', { days: regretDays }), value: t('privacy.afterText') },
    {
      label: t('privacy.kept'),
      value:
        untilDate === null
          ? t('privacy.keptNothing')
          : t('privacy.keptText', { invoices, contracts, years, date: formatDate(untilDate) }),
    },
    ...(lost.length > 0 ? [{ label: t('privacy.lost'), value: lost.join(' ') }] : []),
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Confirming(props: {
  isPending: boolean;
  problem: string | undefined;
  onKeep: () => void;
  onErase: (password: string) => void;
}) {
  const { isPending, problem, onKeep, onErase } = props;
  const { t } = useTexts();
  const form = useForm({
    names: ['password'],
    check: ({ password }) => ({ password: password === '' ? t('validation.passwordRequired') : undefined }),
    onSubmit: ({ password }) => onErase(password),
  });
  return (
    <form {...form.props} className={classes.sheet}>
      <p className={classes.text}>{t('privacy.eraseText', { days: regretDays })}</p>
      <TextField
        {...form.field('password')}
        type="password"
        autoComplete="current-password"
        label={t('privacy.password')}
        hint={t('privacy.passwordWhy')}
        maxLength={256}
      />
      <div aria-live="assertive">
        {problem === undefined ? null : <Notice tone="bad" icon="warning" text={problem} />}
      </div>
      <Button isWide onClick={onKeep}>
        {t('privacy.keepAccount')}
      </Button>
      <Button
        type="submit"
        isWide
        variant="danger-outline"
        isPending={isPending}
        pendingText={t('privacy.eraseAsking')}
      >
        {t('privacy.eraseAsk')}
      </Button>
    </form>
  );
}
