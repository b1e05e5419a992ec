import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ListRowSkeletons } from '#web/ui/skeleton.tsx';
import { ForSale } from './components/for-sale.tsx';
import { Offers, OwnPackages } from './components/own-packages.tsx';
import { usePersonalTrainings } from './queries.ts';

interface PackagesScreenProps {
  /** `unit` of the address: a club. */
  unit: number | undefined;
}

/** Packages of personal trainings: what one may use, what is offered, what is for sale (specification point 2). */
export function PackagesScreen({ unit }: PackagesScreenProps) {
  const { t } = useTexts();
  const query = usePersonalTrainings();
  const { data, error } = query;
  return (
    <Page>
      <PageHeader title={t('personalTrainings.title')} />
      {body()}
    </Page>
  );

  function body() {
    if (data) {
      return (
        <>
          <Offers offers={data.offers} />
          <OwnPackages packages={data.packages} />
          <ForSale products={data.forSale} unit={unit} />
        </>
      );
    }
    if (error) {
      return (
        <NotLoaded
          title={t('personalTrainings.notLoaded')}
          query={query}
          note={t('personalTrainings.nothingCharged')}
        />
      );
    }
    return <ListRowSkeletons label={t('common.loading')} />;
  }
}
