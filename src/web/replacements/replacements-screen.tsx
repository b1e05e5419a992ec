import { useNavigate } from '@tanstack/react-router';
import type { Replacement } from '#shared/replacements/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SegmentedControl, SegmentLink } from '#web/ui/segmented-control.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { type RowTone, TimedItem, TimedList, TimedRowLink } from '#web/ui/timed-row.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { AskForm } from './components/ask-form.tsx';
import { OwnPart } from './components/own-part.tsx';
import { RequestSheet } from './components/request-sheet.tsx';
import { useReplacements } from './queries.ts';
import classes from './replacements-screen.module.css';

export interface ReplacementsSearch {
  /** The one that is open. */
  id?: number | undefined;
  /** Only the reader's own. */
  mine?: number | undefined;
  /** Ask for one. */
  make?: number | undefined;
}

/** Requests for a replacement: who asks, who applied, and one's own (specification point 2; mission 2.8). */
export function ReplacementsScreen({ search }: { search: ReplacementsSearch }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const isMineOnly = search.mine === 1;
  const query = useReplacements(isMineOnly);
  const { data, error } = query;
  const kept = isMineOnly ? { mine: 1 } : {};
  const close = () => void navigate({ to: '/replacement-request', search: kept, replace: true });
  const opened = data?.find(({ id }) => id === search.id);
  return (
    <Page width="table">
      <PageHeader title={t('replacements.title')} subtitle={t('replacements.subtitle')}>
        <ButtonLink to="/replacement-request" search={{ ...kept, make: 1 }} size="small">
          {t('replacements.ask')}
        </ButtonLink>
      </PageHeader>
      <SegmentedControl label={t('replacements.view')} className={classes.view}>
        <SegmentLink to="/replacement-request" search={{}} isSelected={!isMineOnly}>
          {t('replacements.all')}
        </SegmentLink>
        <SegmentLink to="/replacement-request" search={{ mine: 1 }} isSelected={isMineOnly}>
          {t('replacements.onlyMine')}
        </SegmentLink>
      </SegmentedControl>
      <div className={classes.columns}>
        <div className={classes.lists}>{body()}</div>
        <OwnPart />
      </div>
      <Sheet isOpen={opened !== undefined} onClose={close} title={opened?.training.name ?? ''}>
        {opened ? <RequestSheet key={opened.id} request={opened} onDone={close} /> : null}
      </Sheet>
      <Sheet isOpen={search.make === 1} onClose={close} title={t('replacements.askTitle')}>
        <AskForm onDone={close} />
      </Sheet>
    </Page>
  );

  function body() {
    if (!data && error) {
      return <NotLoaded title={t('replacements.notLoaded')} query={query} />;
    }
    if (!data) return <TimedRowSkeletons label={t('common.loading')} />;
    const open = data.filter(({ isActive }) => isActive);
    const ended = data.filter(({ isActive }) => !isActive).toReversed();
    if (data.length === 0) {
      return (
        <EmptyState
          icon="check"
          title={t(isMineOnly ? 'replacements.noneMine' : 'replacements.none')}
          text={t('replacements.noneText')}
        />
      );
    }
    return (
      <>
        <Requests title={t('replacements.openHeading')} requests={open} kept={kept} />
        <Requests title={t('replacements.endedHeading')} requests={ended} kept={kept} />
      </>
    );
  }
}

function Requests(props: { title: string; requests: readonly Replacement[]; kept: { mine?: number } }) {
  const { title, requests, kept } = props;
  if (requests.length === 0) return null;
  return (
    <section>
      <h2 className={classes.heading}>{title}</h2>
      <TimedList label={title}>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} kept={kept} />
        ))}
      </TimedList>
    </section>
  );
}

function RequestRow({ request, kept }: { request: Replacement; kept: { mine?: number } }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { id, training, trainerName, helperName, state, isActive, isMine, applications, ownState } = request;
  const ground = isActive && (ownState === 'applied' || ownState === 'asked') ? 'outlined' : 'none';
  const tone: RowTone = isActive ? (isMine ? 'accent' : 'strong') : 'faint';
  return (
    <TimedItem ground={ground}>
      <TimedRowLink
        to="/replacement-request"
        search={{ ...kept, id }}
        row={{
          time: training.time,
          timeNote: format.shortDay(training.date),
          color: training.typeColor,
          minutes: training.duration,
          title: training.name,
          text: isMine ? t('replacements.byYou') : t('replacements.by', { name: trainerName }),
          textMore: ` · ${training.roomName}`,
          textBelow: ownState === null ? undefined : t(`replacements.own_${ownState}`),
          state: t(`replacements.state_${state}`, { name: helperName }),
          stateNote:
            isActive && applications > 0
              ? t('replacements.applications', { count: applications })
              : undefined,
          tone,
          ground,
          isFaint: !isActive,
        }}
      />
    </TimedItem>
  );
}
