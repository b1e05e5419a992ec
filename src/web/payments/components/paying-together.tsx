import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { centsToEuros, eurosToCents } from '#shared/kernel/money.ts';
import type { PaymentChoice } from '#shared/payments/contract.ts';
import { mostAtOnce, type PayableTogether } from '#shared/payments/parts/contract.ts';
import { chosenAtFirst, sumToPay } from '#shared/payments/parts/domain.ts';
import { usePageReturn } from '#web/kernel/leaving.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { showSnackbar } from '#web/kernel/snackbar.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { RowSkeletons } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { usePaymentMethods, useStartTogether } from '../queries.ts';
import { MethodChoice } from './method-choice.tsx';
import { PayableRows } from './payable-rows.tsx';
import classes from './paying-together.module.css';
import pageClasses from './payment-pages.module.css';
import { useEuros } from './use-euros.ts';

interface PayingTogetherProps {
  payable: PayableTogether;
  /** Something was paid or credited meanwhile. */
  onChanged: () => void;
}

/** Rows to choose from, how to pay, and one button that says the sum it asks for. */
export function PayingTogether({ payable, onChanged }: PayingTogetherProps) {
  const { t } = useTexts();
  const euros = useEuros();
  const choice = useChoice(payable);
  const way = useWay(payable.last, choice.money > 0);
  const { credit } = payable;
  return (
    <Page isCentred width="table" className={joinClasses(pageClasses.page, classes.page)}>
      <PageHeader
        title={t('payTogether.title')}
        back={<BackLink to="/purchases">{t('payTogether.back')}</BackLink>}
      >
        <Button
          variant="text"
          size="small"
          className={classes.all}
          onClick={() => choice.chooseAll(!choice.isAll)}
        >
          {t(choice.isAll ? 'payTogether.selectNone' : 'payTogether.selectAll')}
        </Button>
      </PageHeader>
      <div className={joinClasses(pageClasses.flow, classes.flow)}>
        <PayableRows {...payable} chosen={choice.chosen} onChoose={choice.choose} />
        {credit > 0 ? (
          <Switch
            checked={choice.usesCredit}
            hint={t('payTogether.creditHeld', { amount: euros(credit) })}
            onChange={({ currentTarget }) => choice.setUsesCredit(currentTarget.checked)}
          >
            {t('payTogether.useCredit')}
          </Switch>
        ) : null}
        {choice.money > 0 ? <Ways way={way} /> : null}
      </div>
      <PayBar choice={choice} way={way} onChanged={onChanged} />
    </Page>
  );
}

type Choice = ReturnType<typeof useChoice>;

/** Which invoices, with credit or without, and what that comes to. */
function useChoice({ invoices, today, credit }: PayableTogether) {
  const [picked, setPicked] = useState<ReadonlySet<number>>();
  const [usesCredit, setUsesCredit] = useState(true);
  const wanted = picked ?? new Set(chosenAtFirst(invoices, today, mostAtOnce));
  // What was paid meanwhile is no choice any more.
  const rows = invoices.filter(({ invoiceId }) => wanted.has(invoiceId)).slice(0, mostAtOnce);
  const ids = rows.map(({ invoiceId }) => invoiceId);
  const isUsed = usesCredit && credit > 0;
  const sums = sumToPay(
    rows.map(({ balance }) => eurosToCents(balance)),
    eurosToCents(credit),
    isUsed,
  );
  return {
    ids,
    chosen: new Set(ids),
    isAll: ids.length === Math.min(invoices.length, mostAtOnce),
    usesCredit: isUsed,
    setUsesCredit,
    total: centsToEuros(sums.totalCents),
    fromCredit: centsToEuros(sums.creditCents),
    money: centsToEuros(sums.moneyCents),
    choose: (invoiceId: number, isChosen: boolean) =>
      setPicked(new Set(isChosen ? [...ids, invoiceId] : ids.filter((one) => one !== invoiceId))),
    chooseAll: (isChosen: boolean) =>
      setPicked(new Set(isChosen ? invoices.map(({ invoiceId }) => invoiceId) : [])),
  };
}

type Way = ReturnType<typeof useWay>;

/** A bank or a card; the last one that was chosen, until another is. */
function useWay(last: PayableTogether['last'], isWanted: boolean) {
  const [country, setCountry] = useState(last?.country || undefined);
  const [picked, setPicked] = useState<PaymentChoice>();
  const methods = usePaymentMethods(country, isWanted);
  const isLast = ({ method, bank }: PaymentChoice) => method === last?.method && bank === last.bank;
  const offered = methods.data?.country === last?.country ? methods.data?.methods : undefined;
  return {
    methods,
    chosen: picked ?? offered?.find(isLast),
    choose: setPicked,
    chooseCountry: (code: string) => {
      setCountry(code);
      // A bank of the same name elsewhere is another bank.
      setPicked(undefined);
    },
  };
}

function Ways({ way }: { way: Way }) {
  const { t } = useTexts();
  const { methods, chosen, choose, chooseCountry } = way;
  if (methods.data) {
    return (
      <MethodChoice
        {...methods.data}
        isOld={methods.isPlaceholderData}
        chosen={chosen}
        onCountry={chooseCountry}
        onChoose={choose}
      />
    );
  }
  if (methods.error) return <NotLoaded title={t('payments.methodsNotLoaded')} query={methods} />;
  return <RowSkeletons label={t('common.loading')} />;
}

const changes = ['changedMeanwhile', 'invoiceAlreadyPaid', 'invoiceNotFound'];

function PayBar({ choice, way, onChanged }: { choice: Choice; way: Way; onChanged: () => void }) {
  const { t } = useTexts();
  const euros = useEuros();
  const navigate = useNavigate();
  const [isReminded, setIsReminded] = useState(false);
  const start = useStartTogether();
  usePageReturn(start.reset);
  const { ids, usesCredit, total, fromCredit, money } = choice;
  const { chosen, methods } = way;
  const isByCredit = ids.length > 0 && money === 0;

  function press() {
    setIsReminded(true);
    if (ids.length === 0 || (!isByCredit && !chosen)) return;
    const { method = 'cardPayments', bank } = chosen ?? {};
    const country = methods.data?.country;
    const body = { invoiceIds: ids, usesCredit, total: money, method, bank: bank ?? undefined, country };
    start.mutate(
      { body },
      {
        onSuccess: ({ state, address }) => {
          if (state !== 'success') return window.location.assign(address);
          showSnackbar({ type: 'success', text: t('payTogether.paidByCredit') });
          void navigate({ to: '/purchases', search: {} });
        },
        onError: ({ errors }) => {
          if (errors.some((code) => changes.includes(code))) onChanged();
        },
      },
    );
  }

  return (
    <ActionBar
      label={t('payments.title')}
      title={t('payTogether.count', { count: ids.length })}
      titleEnd={euros(total)}
      text={
        <>
          {fromCredit > 0 ? (
            <span className={classes.minus}>
              <span>{t('payTogether.credit')}</span>
              <span>{euros(-fromCredit)}</span>
            </span>
          ) : null}
          <span>{consequence()}</span>
        </>
      }
      isPanelWhenWide
    >
      <div className={pageClasses.problem} role="alert">
        {problem() === undefined ? null : <Notice tone="bad" icon="warning" text={problem()} />}
      </div>
      <Button
        isWide
        isPending={start.isPending || start.isSuccess}
        pendingText={t(isByCredit ? 'payTogether.payingByCredit' : 'payments.paying')}
        onClick={press}
      >
        {isByCredit
          ? t('payTogether.payByCredit', { total: euros(fromCredit) })
          : t('payTogether.pay', { total: euros(money) })}
      </Button>
    </ActionBar>
  );

  function consequence(): string {
    if (isByCredit) return t('payTogether.byCredit');
    if (!chosen) return t('payments.choosesBank');
    return chosen.bank === null ? t('payments.goesToCard') : t('payments.goesToBank', { bank: chosen.name });
  }

  function problem(): string | undefined {
    if (start.error?.errors.some((code) => changes.includes(code))) return t('payTogether.changed');
    if (start.error) return errorText(start.error, t);
    if (!isReminded) return undefined;
    if (ids.length === 0) return t('payTogether.chooseInvoice');
    return isByCredit || chosen ? undefined : t('payments.chooseFirst');
  }
}
