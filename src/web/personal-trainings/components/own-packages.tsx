import type { PackageOffer, TrainingPackage } from '#shared/personal-trainings/contract.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { EndedList, LeftAndOn, OwnList } from '#web/ui/own-list.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useAccept, useEndShare } from '../queries.ts';
import { usePackageLabels } from './package-labels.ts';
import classes from './packages.module.css';

/** What others offer to share: who they are, what it means, and two answers. */
export function Offers({ offers }: { offers: readonly PackageOffer[] }) {
  const { t } = useTexts();
  if (offers.length === 0) return null;
  return (
    <section>
      <h2 className={classes.title}>{t('personalTrainings.offers')}</h2>
      <ul>
        {offers.map((offer) => (
          <li key={offer.shareId}>
            <OfferCard offer={offer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OfferCard({ offer }: { offer: PackageOffer }) {
  const { t } = useTexts();
  const accepting = useAccept();
  const declining = useEndShare('gaveUp');
  const { shareId, name, ownerName: owner, remaining, clubName } = offer;
  const left =
    remaining === null
      ? t('personalTrainings.unlimited')
      : t('personalTrainings.rowLeft', { count: remaining });
  return (
    <div className={classes.offer}>
      <div>
        <p className={classes.name}>{name}</p>
        <p className={classes.text}>{`${left} · ${clubName}`}</p>
      </div>
      <p className={classes.text}>{t('personalTrainings.offerText', { owner })}</p>
      <div className={classes.problem} role="alert">
        {declining.error ? <Notice tone="bad" icon="warning" text={errorText(declining.error, t)} /> : null}
      </div>
      <div className={classes.actions}>
        <Button
          size="small"
          isPending={accepting.isPending}
          pendingText={t('personalTrainings.accepting')}
          onClick={() => accepting.mutate({ params: { id: shareId } })}
        >
          {t('personalTrainings.accept')}
        </Button>
        <Button
          size="small"
          variant="plain"
          isPending={declining.isPending}
          pendingText={t('personalTrainings.decline')}
          onClick={() => declining.mutate({ params: { id: shareId } })}
        >
          {t('personalTrainings.decline')}
        </Button>
      </div>
    </div>
  );
}

/** Packages that can be used, and folded those that cannot any more. Nothing where there are none. */
export function OwnPackages({ packages }: { packages: readonly TrainingPackage[] }) {
  const { t } = useTexts();
  const usable = packages.filter(({ state }) => state === 'valid');
  const ended = packages.filter(({ state }) => state !== 'valid');
  if (packages.length === 0) return null;
  return (
    <section>
      <h2 className={classes.title}>{t('personalTrainings.own')}</h2>
      <Rows packages={usable} />
      <EndedList title={t('personalTrainings.ended')} count={ended.length} isOpen={usable.length === 0}>
        <Rows packages={ended} />
      </EndedList>
    </section>
  );
}

function Rows({ packages }: { packages: readonly TrainingPackage[] }) {
  const { t } = useTexts();
  const labels = usePackageLabels();
  return (
    <OwnList>
      {packages.map((one) => (
        <li key={one.id}>
          <ListRowLink
            to="/purchase/personal-trainings"
            search={{ id: one.id }}
            title={one.name}
            text={labels.summary(one)}
            end={
              one.state === 'valid' ? (
                <LeftAndOn
                  seen={one.remaining === null ? '∞' : labels.left(one)}
                  heard={
                    one.remaining === null
                      ? t('personalTrainings.unlimited')
                      : t('personalTrainings.rowLeft', { count: one.remaining })
                  }
                />
              ) : (
                <Tag>
                  {t(one.state === 'used' ? 'personalTrainings.stateUsed' : 'personalTrainings.stateExpired')}
                </Tag>
              )
            }
          />
        </li>
      ))}
    </OwnList>
  );
}
