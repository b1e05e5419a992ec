import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { useDoorPairing } from '../queries.ts';
import classes from './door-tablet.module.css';

/** Which tablet is a door, and how another becomes it. */
export function DoorTablet({ id, isPaired }: { id: number; isPaired: boolean }) {
  const { t } = useTexts();
  const { time } = useTimeFormat();
  const { offered, offer, isOffering, end, isEnding } = useDoorPairing(id);
  return (
    <section className={classes.tablet} aria-labelledby="door-tablet">
      <h3 id="door-tablet" className={classes.title}>
        {t('backOffice.doorTablet.title')}
      </h3>
      <p>{t(isPaired ? 'backOffice.doorTablet.paired' : 'backOffice.doorTablet.none')}</p>
      <p className={classes.how}>
        {t('backOffice.doorTablet.how', { address: `${window.location.host}/door` })}
      </p>
      <div role="status">
        {offered ? (
          <p>
            {t('backOffice.doorTablet.number', { time: time(offered.until) })}
            <strong className={classes.number}>
              {offered.pairingCode.slice(0, 4)} {offered.pairingCode.slice(4)}
            </strong>
          </p>
        ) : null}
      </div>
      <div className={classes.actions}>
        <Button
          variant="plain"
          size="small"
          isPending={isOffering}
          pendingText={t('backOffice.doorTablet.offering')}
          onClick={offer}
        >
          {t('backOffice.doorTablet.offer')}
        </Button>
        {isPaired ? (
          <Button
            variant="text"
            size="small"
            isPending={isEnding}
            pendingText={t('backOffice.doorTablet.ending')}
            onClick={end}
          >
            {t('backOffice.doorTablet.end')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
