import { type ComponentType, useState } from 'react';
import type { CodeEffect } from '#shared/campaigns/contract.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { IconLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { PackageChoice } from './components/package-choice.tsx';
import { PurchaseForm } from './components/purchase-form.tsx';
import classes from './purchase-screen.module.css';
import { usePackages } from './queries.ts';

interface CodeFieldProps {
  productId: number;
  clubId: number;
  onChange: (effect: CodeEffect | null) => void;
}

interface PurchaseScreenProps {
  /** `id` of the address: a package. */
  productId: number | undefined;
  /** `unit` of the address: a club. */
  unit: number | undefined;
  /** The field of a campaign code, which the address brings along. */
  CodeField: ComponentType<CodeFieldProps>;
}

/** Another contract for a member: package, club, first day, code, and what it costs line by line (specification point 2). */
export function PurchaseScreen({ productId, unit, CodeField }: PurchaseScreenProps) {
  const { t } = useTexts();
  const { clubs } = useStartContext().configuration;
  const club = clubs.find(({ id }) => id === unit) ?? clubs[0];
  const clubId = club?.id ?? 0;
  const query = usePackages(clubId);
  const packages = query.data ?? [];
  const sold =
    packages.find(({ id }) => id === productId) ??
    packages.find(({ startFrom }) => startFrom !== null) ??
    packages[0];
  const [effect, setEffect] = useState<CodeEffect | null>(null);
  const coded = `${sold?.id} ${clubId}`;
  // Another package or club may not take the same code: its field begins anew, and so does the price.
  const [codedFor, setCodedFor] = useState(coded);
  if (codedFor !== coded) {
    setCodedFor(coded);
    setEffect(null);
  }
  return (
    <Page isCentred>
      <PageHeader
        title={t('contracts.purchaseTitle')}
        size="flow"
        back={
          <IconLink to="/contracts" search={{}} label={t('contracts.backToList')}>
            <Icon name="chevronLeft" />
          </IconLink>
        }
      />
      <div className={classes.flow}>
        {clubs.length < 2 ? null : (
          <nav aria-label={t('contracts.chooseClub')} className={classes.clubs}>
            {clubs.map(({ id, name }) => (
              <ChipLink
                key={id}
                to="/purchase/contract"
                search={{ unit: id, ...(sold && { id: sold.id }) }}
                replace
                resetScroll={false}
                isSelected={id === clubId}
                aria-current={id === clubId ? 'true' : undefined}
              >
                {name}
              </ChipLink>
            ))}
          </nav>
        )}
        {body()}
      </div>
    </Page>
  );

  function body() {
    if (query.data && !sold) {
      return (
        <EmptyState icon="info" title={t('contracts.noPackages')} text={t('contracts.noPackagesText')} />
      );
    }
    if (sold) {
      return (
        <>
          <PackageChoice packages={packages} chosen={sold} clubId={clubId} />
          {sold.startFrom === null ? null : (
            <>
              <CodeField key={coded} productId={sold.id} clubId={clubId} onChange={setEffect} />
              <PurchaseForm key={sold.id} sold={sold} clubId={clubId} code={effect?.code} />
            </>
          )}
        </>
      );
    }
    if (query.isError) {
      return (
        <NotLoaded title={t('contracts.oneNotLoaded')} query={query} note={t('contracts.nothingCharged')} />
      );
    }
    return (
      <div role="status" aria-label={t('common.loading')}>
        <Skeleton size="title" width="half" />
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    );
  }
}
