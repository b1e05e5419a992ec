import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CodeEffect } from '#shared/campaigns/contract.ts';
import { daysBetween } from '#shared/kernel/dates.ts';
import type { Price, Product } from '#shared/products/contract.ts';
import { lastDate } from '#shared/products/validity/domain.ts';
import { type StartProblem, startProblem } from '#shared/tickets/domain.ts';
import {
  nameMaximumLength,
  type VisitorProblem,
  visitorFields,
  visitorProblems,
} from '#shared/visitors/details/domain.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { type FieldErrors, type FieldValues, useForm } from '#web/kernel/form.ts';
import { formatDate } from '#web/kernel/format.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { formatEuros, useBuying } from '../queries.ts';
import type { SoldKind } from '../sale/queries.ts';
import classes from './buying-form.module.css';
import { saleKeys } from './sale-labels.ts';

interface BuyingFormProps {
  kind: SoldKind;
  product: Product;
  price: Price;
  /** A member's details are known. */
  isMember: boolean;
  /** What a campaign code does to the price; null without one. */
  effect: CodeEffect | null;
}

const startField = 'startsOn';
const names = [startField, ...visitorFields] as const;
type Name = (typeof names)[number];

/** Who buys, from when on, and what it costs. What the server refuses stands beside its field; what was typed stays. */
export function BuyingForm({ kind, product, price, isMember, effect }: BuyingFormProps) {
  const { t, language } = useTexts();
  const { today } = useTimeFormat();
  const buying = useBuying(kind);
  const [startsOn, setStartsOn] = useState(today);
  const isChosen = product.startMode === 'chosen';

  const textOf = (problem: VisitorProblem | StartProblem | undefined) => {
    if (problem === undefined) return undefined;
    if (problem === 'startPast') return t('tickets.startPast');
    if (problem === 'startTooFar') {
      return t('tickets.startTooFar', { date: formatDate(product.startUntil ?? today) });
    }
    return t(`validation.${problem}`, { num: nameMaximumLength });
  };

  function check(values: FieldValues<Name>): FieldErrors<Name> {
    const daysMax = product.startUntil === null ? 0 : daysBetween(today, product.startUntil);
    const start = startProblem(
      { startMode: product.startMode, startsOn: values.startsOn },
      { today, daysMax },
    );
    const details = isMember ? {} : visitorProblems(values);
    return Object.fromEntries(
      names.map((name) => [name, textOf(name === startField ? start : details[name])]),
    );
  }

  const form = useForm({
    names,
    check,
    onSubmit: ({ startsOn: start, ...details }) => {
      const request = {
        productId: product.id,
        unitId: price.unitId,
        startsOn: isChosen ? start : null,
        ...(effect && { code: effect.code }),
      };
      const done = {
        onError: (error: ApiError) => {
          const problem = problemOf(error);
          if (problem) form.fail({ [problem.field]: textOf(problem.problem) });
        },
      };
      buying.buy(request, isMember ? null : details, done);
    },
  });

  const refusal = buying.error && !problemOf(buying.error) ? buying.error : null;
  const whole = formatEuros(price.priceOnline, language);
  const total = effect?.total != null ? formatEuros(effect.total, language) : whole;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(startsOn);
  const until = isDate
    ? formatDate(lastDate(startsOn, { count: product.validCount, unit: product.validUnit }))
    : undefined;
  return (
    <form {...form.props} className={classes.form}>
      {isChosen ? (
        <DateField
          {...form.field(startField)}
          label={t('tickets.startsOn')}
          hint={until === undefined ? undefined : t('tickets.startsOnHint', { until })}
          min={today}
          max={product.startUntil ?? undefined}
          defaultValue={today}
          onChange={(date) => setStartsOn(date)}
        />
      ) : null}
      {isMember ? null : <Details kind={kind} field={form.field} />}
      <div className={classes.total}>
        <span className={classes.totalLabel}>{t('tickets.total')}</span>
        <span className={classes.amount}>{total}</span>
        <span className={classes.whole}>
          {effect ? (
            <>
              <span className="visually-hidden">{t('tickets.before', { price: whole })}</span>
              <s aria-hidden="true">{whole}</s>{' '}
            </>
          ) : null}
          {t('tickets.wholePrice')}
          {price.price > price.priceOnline
            ? ` · ${t('tickets.atDesk', { price: formatEuros(price.price, language) })}`
            : ''}
        </span>
      </div>
      <div className={classes.problem} role="alert">
        {refusal ? (
          <Notice
            tone="bad"
            icon="warning"
            text={
              refusal.status === 0
                ? t('tickets.noAnswer')
                : `${errorText(refusal, t)}. ${t('tickets.nothingCharged')}`
            }
          />
        ) : null}
      </div>
      <Button
        type="submit"
        isWide
        disabled={!form.isReady}
        isPending={buying.isPending}
        pendingText={t('tickets.preparing')}
      >
        {price.priceOnline === 0 ? t('tickets.take') : t('tickets.pay', { price: total })}
      </Button>
      <p className={classes.note}>
        {price.priceOnline === 0 ? null : `${t('tickets.nothingYet')} `}
        {t('tickets.terms')}:{' '}
        <Link to="/page/buying-terms" className={classes.link}>
          {t('tickets.termsLink')}
        </Link>
      </p>
    </form>
  );
}

interface DetailsProps {
  kind: SoldKind;
  field: (name: Name) => { name: Name; error: string | undefined };
}

function Details({ kind, field }: DetailsProps) {
  const { t } = useTexts();
  const keys = saleKeys(kind);
  return (
    <>
      <div className={classes.names}>
        <TextField {...field('firstName')} label={t('account.firstName')} autoComplete="given-name" />
        <TextField {...field('lastName')} label={t('account.lastName')} autoComplete="family-name" />
      </div>
      <TextField
        {...field('email')}
        label={t('account.email')}
        hint={t(keys.mailHint)}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
      />
      <TextField
        {...field('phone')}
        label={t('account.phone')}
        hint={t(keys.phoneHint)}
        type="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <p className={classes.privacy}>{t(keys.privacy)}</p>
    </>
  );
}

const problems = [
  'fieldRequired',
  'startPast',
  'startTooFar',
  'nameRequired',
  'nameInvalid',
  'maxLength',
  'emailRequired',
  'emailInvalid',
  'phoneInvalid',
] as const satisfies readonly (VisitorProblem | StartProblem)[];

/** The field the server could not accept, and why. */
function problemOf({ errors, details }: ApiError) {
  if (errors[0] !== 'dataValidationFailed') return undefined;
  const field = names.find((name) => name === details.field);
  const problem = problems.find((known) => known === details.problem);
  return field && problem ? { field, problem } : undefined;
}
