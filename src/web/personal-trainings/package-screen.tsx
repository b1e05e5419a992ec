import { useRouter } from '@tanstack/react-router';
import { localDate } from '#shared/kernel/dates.ts';
import type { PackageDetail, PackageEntry } from '#shared/personal-trainings/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { formatDate } from '#web/kernel/format.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { ButtonLink, IconLink } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Ledger } from '#web/ui/ledger.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { usePackageLabels } from './components/package-labels.ts';
import { GivingUp, Sharing } from './components/sharing.tsx';
import classes from './package-screen.module.css';
import { usePersonalTraining } from './queries.ts';

const list = '/purchase/personal-trainings';

interface PackageScreenProps {
  /** `id` of the address. */
  id: number;
}

/** One package: what is left and why, whose it is, and with whom it is shared. */
export function PackageScreen({ id }: PackageScreenProps) {
  const { t } = useTexts();
  const query = usePersonalTraining(id);
  const { data, error } = query;
  if (data) return <Shown shown={data} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Page>
        <EmptyState level={1} icon="info" title={errorText(error, t)}>
          <ButtonLink to={list} search={{}} isWide>
            {t('personalTrainings.toList')}
          </ButtonLink>
        </EmptyState>
      </Page>
    );
  }
  if (error) {
    return (
      <Page>
        <NotLoaded level={1} title={t('personalTrainings.oneNotLoaded')} query={query} />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader title={t('personalTrainings.facts')} size="flow" back={<Back />} />
      <div className={classes.parts} role="status" aria-label={t('common.loading')}>
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    </Page>
  );
}

function Back() {
  const { t } = useTexts();
  return (
    <IconLink to={list} search={{}} label={t('personalTrainings.toList')}>
      <Icon name="chevronLeft" />
    </IconLink>
  );
}

function Shown({ shown }: { shown: PackageDetail }) {
  const { t } = useTexts();
  const router = useRouter();
  const { name, clubName, validUntil, ownerName, shareId, isShareable, state } = shown;
  return (
    <Page>
      <PageHeader title={name} size="flow" back={<Back />} />
      <div className={classes.parts}>
        <div>
          <Uses shown={shown} />
          <Facts
            isFramed
            facts={[
              { label: t('personalTrainings.whatClub'), value: clubName },
              {
                label: t('personalTrainings.whatUntil'),
                value: validUntil === null ? t('personalTrainings.fromFirstUse') : formatDate(validUntil),
              },
              ...(ownerName === null ? [] : [{ label: t('personalTrainings.owner'), value: ownerName }]),
            ]}
          />
        </div>
        {isShareable && state === 'valid' ? <Sharing shown={shown} /> : null}
        {shareId !== null ? (
          <GivingUp
            shareId={shareId}
            onDone={() => void router.navigate({ to: list, search: {}, replace: true })}
          />
        ) : null}
      </div>
    </Page>
  );
}

/** How many are left, and the list behind it: when, by whom, for what. */
function Uses({ shown }: { shown: PackageDetail }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const packageLabels = usePackageLabels();
  const { entries, reserved, sharers, ownerName } = shown;
  const isShared = sharers > 0 || ownerName !== null || entries.some(({ isOther }) => isOther);
  function notesOf({ atDateTime, who, isOther, training, date, reason, kind }: PackageEntry): string[] {
    const unnamed = isOther ? t('personalTrainings.byOther') : t('personalTrainings.byYou');
    const user = isShared && isUse(kind) && (isOther || date !== null) ? (who ?? unnamed) : null;
    return [
      `${formatDate(localDate(atDateTime, format.timeZone))} ${format.time(atDateTime)}`,
      user,
      training === null || date === null ? null : `${training}, ${formatDate(date)}`,
      reason,
    ].filter((note) => note !== null);
  }
  return (
    <Ledger
      className={classes.uses}
      label={t('personalTrainings.left')}
      note={reserved === 0 ? null : t('personalTrainings.reserved', { count: reserved })}
      balance={packageLabels.left(shown)}
      words={{
        list: t('personalTrainings.ledger'),
        what: t('personalTrainings.entryWhat'),
        change: t('personalTrainings.entryChange'),
        left: t('personalTrainings.entryLeft'),
        isEmpty: t('personalTrainings.ledgerEmpty'),
      }}
      entries={entries.map((entry, index) => ({
        id: index,
        what: t(`personalTrainings.${entry.kind}`),
        notes: notesOf(entry),
        change: entry.change,
        left: entry.left,
      }))}
    />
  );
}

function isUse(kind: PackageEntry['kind']): boolean {
  return kind === 'RESERVE' || kind === 'CONSUME' || kind === 'RELEASE' || kind === 'FORFEIT';
}
