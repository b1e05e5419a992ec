import { useRouter } from '@tanstack/react-router';
import type { Product } from '#shared/products/contract.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { formatEuros, priceIn } from '#web/products/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { OwnList } from '#web/ui/own-list.tsx';
import { Notice } from '#web/ui/question.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useBuy } from '../queries.ts';
import classes from './packages.module.css';

interface ForSaleProps {
  products: readonly Product[];
  /** `unit` of the address: a club. */
  unit: number | undefined;
}

/** What can be bought, in one club: its price stands on the button, and what pressing it means under the list. */
export function ForSale({ products, unit }: ForSaleProps) {
  const { t } = useTexts();
  const { configuration } = useStartContext();
  const soldIn = new Set(products.flatMap(({ prices }) => prices.map(({ unitId }) => unitId)));
  const clubs = configuration.clubs.filter(({ id }) => soldIn.has(id));
  const club = clubs.find(({ id }) => id === unit) ?? clubs[0];
  if (!club) {
    return (
      <EmptyState
        title={t('personalTrainings.noneForSale')}
        text={t('personalTrainings.noneForSaleText')}
        icon="info"
      />
    );
  }
  return (
    <section>
      <h2 className={classes.title}>{t('personalTrainings.forSale')}</h2>
      {clubs.length < 2 ? null : (
        <nav className={classes.clubs} aria-label={t('personalTrainings.club')}>
          {clubs.map(({ id, name }) => (
            <ChipLink
              key={id}
              to="/purchase/personal-trainings"
              search={{ unit: id }}
              replace
              resetScroll={false}
              isSelected={id === club.id}
              aria-current={id === club.id ? 'true' : undefined}
            >
              {name}
            </ChipLink>
          ))}
        </nav>
      )}
      <OwnList>
        {products.map((product) => (
          <li key={product.id}>
            <Sale product={product} clubId={club.id} />
          </li>
        ))}
      </OwnList>
      <p className={classes.note}>{t('personalTrainings.nothingYet')}</p>
    </section>
  );
}

function Sale({ product, clubId }: { product: Product; clubId: number }) {
  const { t, language } = useTexts();
  const router = useRouter();
  const buying = useBuy();
  const { id, name, description, visits, validCount, validUnit, startMode } = product;
  const found = priceIn(product, clubId);
  if (!found) return null;
  const price = formatEuros(found.priceOnline, language);
  const length = t(`tickets.${validUnit}`, { count: validCount });
  const terms = [
    visits === null ? t('personalTrainings.unlimited') : t('personalTrainings.trainings', { count: visits }),
    t(startMode === 'firstUse' ? 'tickets.fromFirstUse' : 'tickets.fromPurchase', { length }),
  ].join(' · ');
  function buy() {
    buying.mutate(
      { body: { productId: id, unitId: clubId } },
      {
        onSuccess: ({ invoiceToken }) =>
          router.history.push(`/public/invoices?invoice=${encodeURIComponent(invoiceToken)}`),
      },
    );
  }
  return (
    <div className={classes.sale}>
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.text}>{terms}</p>
        {description === '' ? null : <p className={classes.text}>{description}</p>}
        <div className={classes.problem} role="alert">
          {buying.error ? (
            <Notice
              tone="bad"
              icon="warning"
              text={`${errorText(buying.error, t)}. ${t('personalTrainings.nothingCharged')}`}
            />
          ) : null}
        </div>
      </div>
      <Button
        size="small"
        variant="plain"
        className={classes.buy}
        aria-label={t('personalTrainings.buyNamed', { name, price })}
        isPending={buying.isPending}
        pendingText={t('personalTrainings.preparing')}
        onClick={buy}
      >
        {t('personalTrainings.buy', { price })}
      </Button>
    </div>
  );
}
