import { useState } from 'react';
import { localDate } from '#shared/kernel/dates.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { useNow } from '#web/kernel/clock.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useGrantVoucher, useResources } from '../queries.ts';
import classes from './client-history.module.css';
import { EditForm } from './edit-form.tsx';
import { resourceKinds, sayWith } from './resources.ts';

const fields: readonly Field[] = [
  { name: 'productId', kind: 'choice', from: 'products', isRequired: true },
  { name: 'uses', kind: 'integer', least: 1, most: 1000 },
  { name: 'validFrom', kind: 'date', isRequired: true },
  { name: 'reason', kind: 'text', isRequired: true, most: 300 },
];

/** A voucher by hand: what it is, from when on, and why. */
export function GrantVoucher({ id }: { id: number }) {
  const { t, language } = useTexts();
  const { configuration } = useStartContext();
  const today = localDate(useNow(), configuration.timeZone);
  const [given, setGiven] = useState(0);
  const { data } = useResources('products', {});
  const { give, isGiving } = useGrantVoucher(id);
  const vouchers = (data?.items ?? []).filter(
    ({ values }) => values.kind === 'voucher' && values.isActive === true,
  );
  if (vouchers.length === 0) return null;
  const say = sayWith(t, language, {});
  return (
    <details className={classes.identity}>
      <summary className={classes.summary}>{t('backOffice.giving.title')}</summary>
      <EditForm
        key={given}
        label={t('backOffice.giving.title')}
        fields={fields}
        wording="giving"
        references={{
          products: vouchers.map((product) => ({
            id: product.id,
            name: resourceKinds.products.summaryOf(product, say).title,
          })),
        }}
        seen={{
          version: null,
          values: { productId: null, uses: null, validFrom: today, reason: '' },
        }}
        saveText={t('backOffice.giving.give')}
        isSaving={isGiving}
        refresh={async () => {}}
        save={async (values) => {
          await give({
            productId: Number(values.productId),
            uses: values.uses === null ? null : Number(values.uses),
            validFrom: String(values.validFrom),
            reason: String(values.reason),
          });
          setGiven((count) => count + 1);
        }}
        note={<p className={classes.none}>{t('backOffice.giving.text')}</p>}
      />
    </details>
  );
}
