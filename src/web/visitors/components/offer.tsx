import { compareInstants } from '#shared/kernel/dates.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface OfferProps {
  /** What could be had now; its place is kept while it is asked. */
  free: { outcome: 'booked' | 'waiting' | 'none'; freeUntil: string; listMovesUntil: string } | undefined;
  /** What is said of a place that can be given back free, and of one that cannot. */
  placeTexts: readonly [
    'visitors.placeIsYours' | 'visitors.placeByMail',
    'visitors.placeNoFree' | 'visitors.placeByMailNoFree',
  ];
}

/** The exact consequence above the button. */
export function VisitorOffer({ free, placeTexts: [placeText, placeTextNoFree] }: OfferProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  if (!free) return <Notice tone="ok" icon="check" text={<Skeleton width="full" />} />;
  if (free.outcome === 'none') return <Notice tone="warn" icon="clock" text={t('visitors.nothing')} />;
  if (free.outcome === 'waiting') {
    const isMoving = compareInstants(format.now, free.listMovesUntil) < 0;
    const until = format.until(free.listMovesUntil);
    return (
      <Notice
        tone="warn"
        icon="hourglass"
        text={isMoving ? t('visitors.wait', { until }) : t('visitors.waitStands')}
      />
    );
  }
  const isFree = compareInstants(format.now, free.freeUntil) < 0;
  const until = format.until(free.freeUntil);
  return <Notice tone="ok" icon="check" text={isFree ? t(placeText, { until }) : t(placeTextNoFree)} />;
}
