import { useCallback, useState } from 'react';
import type { PayableInvoice, PaymentChoice } from '#shared/payments/contract.ts';
import { usePageReturn } from '#web/kernel/leaving.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { usePaymentMethods, useStartPayment } from '../queries.ts';
import { CardFields } from './card-fields.tsx';
import { type CardFrame, CardRefusal } from './card-frame.ts';
import { InvoiceSummary } from './invoice-summary.tsx';
import { MethodChoice } from './method-choice.tsx';
import classes from './payment-pages.module.css';
import { useEuros } from './use-euros.ts';

export interface PayingProps {
  invoice: PayableInvoice;
  invoiceToken: string;
  onPaidMeanwhile: () => void;
}

/** The sum, how to pay it, and the one button. */
export function Paying({ invoice, invoiceToken, onPaidMeanwhile }: PayingProps) {
  const { t } = useTexts();
  const euros = useEuros();
  const { pageRules } = useStartContext();
  const [country, setCountry] = useState<string>();
  const [chosen, setChosen] = useState<PaymentChoice>();
  const [isReminded, setIsReminded] = useState(false);
  const card = useCard();
  const isFree = invoice.balance === 0;
  const isCard = chosen?.bank === null;
  const isInFrame = isCard && pageRules.payment.isPaymentInFrame && !card.isMissing;
  const methods = usePaymentMethods(country, !isFree);
  const start = useStartPayment();
  usePageReturn(start.reset);

  const total = euros(invoice.balance);

  async function press() {
    setIsReminded(true);
    if (!isFree && !chosen) return;
    const { frame } = card;
    if (isInFrame && !(await frame?.isValid())) return;
    card.forgive();
    start.mutate(
      {
        body: {
          invoiceToken,
          method: chosen?.method ?? 'cardPayments',
          bank: chosen?.bank ?? undefined,
          country: methods.data?.country,
          sessionId: isInFrame ? frame?.sessionId : undefined,
        },
      },
      {
        onSuccess: ({ address }) => {
          if (isInFrame && frame) void payHere(frame);
          else window.location.assign(address);
        },
        onError: ({ errors }) => {
          if (errors.includes('invoiceAlreadyPaid')) onPaidMeanwhile();
        },
      },
    );
  }

  async function payHere(frame: CardFrame) {
    try {
      const address = new URL(await frame.pay(), window.location.href);
      const isOurs = address.origin === window.location.origin;
      const waiting = `/public/payment-waiting?invoice=${encodeURIComponent(invoiceToken)}`;
      window.location.assign(isOurs ? address.href : waiting);
    } catch (error) {
      start.reset();
      card.refuse(error instanceof CardRefusal && error.isSaid);
    }
  }

  return (
    <>
      <div className={classes.flow}>
        <p className={classes.amount}>{total}</p>
        <InvoiceSummary invoice={invoice} invoiceToken={invoiceToken} />
        {isFree ? null : choice()}
        {isInFrame ? (
          <CardFields
            key={card.tries}
            invoiceToken={invoiceToken}
            onFrame={card.setFrame}
            onMissing={card.miss}
          />
        ) : null}
      </div>
      <ActionBar
        label={t('payments.title')}
        {...(isFree && { title: t('payments.freeTitle') })}
        text={consequence()}
        isPanelWhenWide
      >
        <div className={classes.problem} role="alert">
          {problem() === undefined ? null : <Notice tone="bad" icon="warning" text={problem()} />}
        </div>
        <Button
          isWide
          isPending={start.isPending || start.isSuccess || (isInFrame && !card.frame)}
          pendingText={pendingText()}
          onClick={() => void press()}
        >
          {isFree ? t('payments.confirm') : t('payments.pay', { total })}
        </Button>
      </ActionBar>
    </>
  );

  function choice() {
    if (methods.data) {
      return (
        <MethodChoice
          {...methods.data}
          isOld={methods.isPlaceholderData}
          chosen={chosen}
          onCountry={(code) => {
            setCountry(code);
            // A bank of the same name elsewhere is another bank.
            setChosen(undefined);
          }}
          onChoose={setChosen}
        />
      );
    }
    if (methods.error) {
      return <NotLoaded title={t('payments.methodsNotLoaded')} query={methods} />;
    }
    return (
      <div role="status" aria-label={t('common.loading')}>
        <Skeleton size="block" width="full" />
        <Skeleton size="block" width="full" />
      </div>
    );
  }

  function consequence(): string {
    if (isFree) return t('payments.freeText');
    if (!chosen) return t('payments.choosesBank');
    if (isInFrame) return t('payments.staysHere');
    return chosen.bank === null ? t('payments.goesToCard') : t('payments.goesToBank', { bank: chosen.name });
  }

  function problem(): string | undefined {
    if (start.error) return errorText(start.error, t);
    if (isReminded && !chosen && !isFree) return t('payments.chooseFirst');
    return card.isRefused ? t('payments.cardRefused') : undefined;
  }

  function pendingText(): string {
    if (isFree) return t('payments.confirming');
    if (isInFrame && !card.frame) return t('common.loading');
    return t(isInFrame ? 'payments.payingByCard' : 'payments.paying');
  }
}

/** The fields of a card on our page, and what became of the last try. */
function useCard() {
  const [frame, setFrame] = useState<CardFrame>();
  const [isMissing, setIsMissing] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const [tries, setTries] = useState(0);
  const miss = useCallback(() => setIsMissing(true), []);
  return {
    frame,
    setFrame,
    isMissing,
    miss,
    isRefused,
    tries,
    forgive: () => setIsRefused(false),
    /** The next try has new fields, unless these say themselves why (`isSaid`). */
    refuse: (isSaid: boolean) => {
      setIsRefused(!isSaid);
      if (!isSaid) setTries(tries + 1);
    },
  };
}
