import { useState } from 'react';
import { localDate } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { TicketTerms } from '#shared/wallet/grants/domain.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { useNow } from '#web/kernel/clock.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { Sheet } from '#web/kernel/dialog.tsx';
import { type FieldErrors, useForm } from '#web/kernel/form.ts';
import { useMoney } from '#web/kernel/money.ts';
import { errorText } from '#web/kernel/queries.ts';
import { SheetSubmit, SheetText, sheetParts } from '#web/kernel/sheet-form.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { type Texts, useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Segment, SegmentedControl } from '#web/ui/segmented-control.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type TicketForSale, useGrantTicket, useTicketsForSale } from '#web/wallet/desk/queries.ts';
import classes from './grant-ticket.module.css';

/** The longest reason, in characters; as the contract says. */
const reasonMaximumLength = 300;

/** Gives the client a ticket, or sells them one with an invoice. */
export function GrantTicket({ id }: { id: number }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={classes.opener}>
      <Button variant="plain" size="small" onClick={() => setIsOpen(true)}>
        {t('clientOwned.giving.open')}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('clientOwned.giving.title')}>
        <GrantBody id={id} onDone={() => setIsOpen(false)} />
      </Sheet>
    </div>
  );
}

interface GrantProps {
  id: number;
  onDone: () => void;
}

function GrantBody({ id, onDone }: GrantProps) {
  const { t } = useTexts();
  const { products, error } = useTicketsForSale();
  if (error && !products) return <Notice tone="bad" icon="warning" text={errorText(error, t)} />;
  if (!products) return <Skeleton width="full" />;
  const [first] = products;
  if (!first) return <SheetText>{t('clientOwned.giving.nothing')}</SheetText>;
  return <GrantForm id={id} onDone={onDone} products={products} first={first} />;
}

type Name = 'startsOn' | 'reason';

interface GrantFormProps extends GrantProps {
  products: readonly TicketForSale[];
  first: TicketForSale;
}

/** Which ticket, from when on where that is chosen, and for nothing or with an invoice. */
function GrantForm({ id, onDone, products, first }: GrantFormProps) {
  const { t, language } = useTexts();
  const money = useMoney();
  const { configuration } = useStartContext();
  const today = localDate(useNow(), configuration.timeZone);
  const { mutate, isPending, error } = useGrantTicket();
  const [productId, setProductId] = useState(first.id);
  const [clubId, setClubId] = useState<number>();
  const [terms, setTerms] = useState<TicketTerms>('gift');
  const { values } = products.find((product) => product.id === productId) ?? first;
  const price = values.prices.find((one) => one.clubId === clubId) ?? values.prices[0];
  const clubs = configuration.clubs.filter((club) => values.prices.some((one) => one.clubId === club.id));
  const isGift = terms === 'gift';
  const form = useForm<Name>({
    names: ['startsOn', 'reason'],
    check: ({ startsOn, reason }): FieldErrors<Name> => ({
      startsOn: values.startMode === 'chosen' ? startText(startsOn) : undefined,
      reason: isGift && reason.trim() === '' ? t('clientOwned.giving.reasonNeeded') : undefined,
    }),
    onSubmit: ({ startsOn, reason }) =>
      mutate(
        {
          params: { id },
          body: {
            ...{ productId, unitId: price?.clubId ?? 0, terms },
            startsOn: values.startMode === 'chosen' ? startsOn : null,
            reason: isGift ? reason.trim() : '',
          },
        },
        {
          onSuccess: onDone,
          onError: ({ details }) => {
            if (isOfStart(details)) form.fail({ startsOn: startText(String(details.problem)) });
          },
        },
      ),
  });

  /** What is wrong with a day, or the problem that the server saw with it. */
  function startText(startsOn: string): string | undefined {
    if (startsOn === '' || startsOn === 'fieldRequired') return t('clientOwned.giving.startNeeded');
    if (startsOn === 'startTooFar') return t('clientOwned.giving.startTooFar');
    return startsOn === 'startPast' || startsOn < today ? t('clientOwned.giving.startPast') : undefined;
  }

  const sum = money(price?.price ?? 0);
  return (
    <form {...form.props} className={sheetParts}>
      <SelectField
        label={t('clientOwned.giving.product')}
        value={productId}
        onChange={({ target }) => setProductId(Number(target.value))}
      >
        {products.map((product) => (
          <option key={product.id} value={product.id}>
            {nameOf(product, language)}
          </option>
        ))}
      </SelectField>
      {clubs.length < 2 ? null : (
        <SelectField
          label={t('clientOwned.giving.club')}
          value={price?.clubId}
          onChange={({ target }) => setClubId(Number(target.value))}
        >
          {clubs.map(({ id: club, name }) => (
            <option key={club} value={club}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {values.startMode === 'chosen' ? (
        <DateField
          {...form.field('startsOn')}
          label={t('clientOwned.giving.startsOn')}
          min={today}
          defaultValue={today}
        />
      ) : null}
      <SegmentedControl label={t('clientOwned.giving.terms')} isWide>
        <Segment isSelected={isGift} onClick={() => setTerms('gift')}>
          {t('clientOwned.giving.gift')}
        </Segment>
        <Segment isSelected={!isGift} onClick={() => setTerms('invoice')}>
          {t('clientOwned.giving.invoice')}
        </Segment>
      </SegmentedControl>
      <p className={classes.text} aria-live="polite">
        {termsText()}
      </p>
      {isGift ? (
        <TextField
          {...form.field('reason')}
          label={t('clientOwned.giving.reason')}
          hint={t('clientOwned.giving.reasonHint')}
          maxLength={reasonMaximumLength}
          autoComplete="off"
        />
      ) : null}
      <div role="alert" className={classes.problem}>
        {error && !isOfStart(error.details) ? (
          <Notice tone="bad" icon="warning" text={refusalText(error, t)} />
        ) : null}
      </div>
      <SheetSubmit
        text={isGift ? t('clientOwned.giving.save') : t('clientOwned.giving.sell', { price: sum })}
        isPending={isPending}
      />
    </form>
  );

  function termsText(): string {
    if (isGift) return t('clientOwned.giving.giftText');
    const isFree = price?.price === 0;
    return t(isFree ? 'clientOwned.giving.freeText' : 'clientOwned.giving.invoiceText', { price: sum });
  }
}

const isOfStart = ({ field }: ApiError['details']) => field === 'startsOn';

function refusalText(error: ApiError, t: Texts['t']): string {
  const [code] = error.errors;
  if (code === 'noProductsFound') return t('clientOwned.giving.notSold');
  return code === 'clientNotFound' ? t('clientOwned.giving.gone') : errorText(error, t);
}

function nameOf({ values: { names } }: TicketForSale, language: Language): string {
  return names[language] || Object.values(names).find((name) => name !== '') || '';
}
