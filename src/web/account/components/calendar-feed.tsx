import { useId, useState } from 'react';
import { useCreateFeed, useFeed, useRevokeFeed } from '#web/feeds/queries.ts';
import { copyText } from '#web/kernel/copying.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Question } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './calendar-feed.module.css';

/** The member's trainings in a calendar: makes, shows, copies and revokes the private address (mission 2.11). */
export function CalendarFeed() {
  const { t } = useTexts();
  const headingId = useId();
  const feed = useFeed();
  const { data, error } = feed;
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        {t('feeds.title')}
      </h2>
      <p className={classes.text}>{t('feeds.text')}</p>
      {data ? <Address address={data.address} /> : null}
      {!data && error ? <NotLoaded title={t('feeds.notLoaded')} query={feed} /> : null}
      {!data && !error ? (
        <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
          <Skeleton width="full" />
        </div>
      ) : null}
    </section>
  );
}

function Address({ address }: { address: string | null }) {
  const { t } = useTexts();
  const { create, isPending } = useCreateFeed();
  if (address === null) {
    return (
      <Button
        variant="plain"
        className={classes.create}
        isPending={isPending}
        pendingText={t('feeds.creating')}
        onClick={create}
      >
        {t('feeds.create')}
      </Button>
    );
  }
  return <Shown address={address} />;
}

/** A calendar's own kind of link: opens the subscription where an app has claimed it. */
const subscription = (address: string) => address.replace(/^https?:/, 'webcal:');

function Shown({ address }: { address: string }) {
  const { t } = useTexts();
  const [isAsking, setIsAsking] = useState(false);

  return (
    <div className={classes.shown}>
      <TextField
        label={t('feeds.address')}
        hint={t('feeds.addressHint')}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.actions}>
        <Button size="small" onClick={() => void copyText(address, t, t('feeds.copied'))}>
          {t('feeds.copy')}
        </Button>
        <a className={classes.open} href={subscription(address)}>
          {t('feeds.open')}
        </a>
        <Button size="small" variant="text" onClick={() => setIsAsking(true)}>
          {t('feeds.revoke')}
        </Button>
      </div>
      <RevokeSheet isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </div>
  );
}

function RevokeSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const { revoke, isPending } = useRevokeFeed();
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('feeds.revokeTitle')}
      variant="question"
      hasCloseButton={false}
    >
      <Question
        text={t('feeds.revokeText')}
        safeText={t('feeds.keep')}
        onSafe={onClose}
        otherText={t('feeds.revoke')}
        otherPendingText={t('feeds.revoking')}
        isOtherCostly
        isPending={isPending}
        onOther={() => revoke(onClose)}
      />
    </Sheet>
  );
}
