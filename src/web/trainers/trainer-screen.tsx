import type { ReactNode } from 'react';
import type { TrainerPage } from '#shared/trainers/pages/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { ShareButton } from '#web/kernel/share-button.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize } from '#web/kernel/time-format.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Face } from '#web/ui/face.tsx';
import { FoldedText } from '#web/ui/folded-text.tsx';
import { Page } from '#web/ui/page.tsx';
import { RareIcon } from '#web/ui/rare-icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { PersonalPrices } from './components/trainer-parts.tsx';
import { useTrainerPage } from './queries.ts';
import classes from './trainer-screen.module.css';

const taught = ['et', 'lv', 'lt', 'en', 'ru', 'uk', 'fi', 'de'] as const;

/** Draws the next trainings of a trainer. */
type ToTrainings = (trainer: TrainerPage) => ReactNode;

/** A trainer: picture, words, next trainings, and what a personal training costs. */
export function TrainerScreen({ id, toTrainings }: { id: number | undefined; toTrainings: ToTrainings }) {
  return id === undefined ? <NoSuchTrainer /> : <Trainer id={id} toTrainings={toTrainings} />;
}

function Trainer({ id, toTrainings }: { id: number; toTrainings: ToTrainings }) {
  const { t } = useTexts();
  const query = useTrainerPage(id);
  const { data, error } = query;
  if (error instanceof ApiError && error.status === 404) return <NoSuchTrainer />;
  return (
    <Page width="wide" className={classes.page}>
      <div className={classes.main}>
        <div className={classes.top}>
          <BackLink to="/public/trainers">{t('training.trainers')}</BackLink>
          {data ? <ShareButton title={data.name} /> : null}
        </div>
        {data ? <Labels trainer={data} toTrainings={toTrainings} /> : null}
        {!data && !error ? <TrainerSkeleton /> : null}
        {!data && error ? <NotLoaded level={1} title={t('training.notLoaded')} query={query} /> : null}
      </div>
      {data && data.personal.length > 0 ? (
        <ActionBar label={t('training.personal')} isPanelWhenWide>
          <ButtonLink to="/personal-trainings" search={{ trainer: id }} isWide>
            {t('training.chooseTime')}
          </ButtonLink>
        </ActionBar>
      ) : null}
    </Page>
  );
}

function Labels({ trainer, toTrainings }: { trainer: TrainerPage; toTrainings: ToTrainings }) {
  const { t } = useTexts();
  const { name, photo, strengths, words, languages, liking } = trainer;
  const spoken = taught.filter((one) => languages.includes(one)).map((one) => t(`training.taught_${one}`));
  return (
    <>
      <div className={classes.head}>
        <Face name={name} photo={photo} isLarge />
        <div>
          <h1 className={classes.name}>{name}</h1>
          {strengths === '' ? null : <p className={classes.quiet}>{strengths}</p>}
          {spoken.length === 0 ? null : <p className={classes.quiet}>{capitalize(spoken.join(', '))}</p>}
        </div>
      </div>
      {words === '' ? null : (
        <FoldedText text={words} moreText={t('training.readMore')} lessText={t('training.readLess')} />
      )}
      {liking === null ? null : (
        <p className={classes.liking}>
          <RareIcon name="heart" />
          <span>
            <strong>{t('training.liked', { percent: liking.percent })}</strong> ·{' '}
            {t('training.ratings', { count: liking.raters })}
          </span>
        </p>
      )}
      {toTrainings(trainer)}
      {trainer.personal.length === 0 ? null : <PersonalPrices trainer={trainer} />}
    </>
  );
}

function NoSuchTrainer() {
  const { t } = useTexts();
  return (
    <Page>
      <EmptyState level={1} title={t('training.notFound')} text={t('training.notFoundText')}>
        <ButtonLink to="/public/trainers" isWide>
          {t('training.seeTrainers')}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}

function TrainerSkeleton() {
  const { t } = useTexts();
  return (
    <div role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <Skeleton size="title" width="half" />
      <Skeleton width="long" />
      <Skeleton width="long" />
    </div>
  );
}
