import { useRouter } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { JoinOffer } from '#shared/joining/contract.ts';
import {
  type CodeProblem,
  codeProblems,
  firstProblem,
  type JoinField,
  type JoinProblems,
} from '#shared/joining/domain.ts';
import { ApiError } from '#web/kernel/call.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { formatEuros } from '#web/products/queries.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, ButtonAnchor, IconButton } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Page } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { useCheckJoin, useJoin, useJoinPrice } from '../queries.ts';
import type { BringShowing } from '../showing/components/brought-show-who.tsx';
import classes from './join.module.css';
import { useJoinLabels } from './join-labels.ts';
import { Mailed } from './mailed.tsx';
import { PackageStep } from './package-step.tsx';
import { PersonStep } from './person-step.tsx';
import { PriceLines } from './price-lines.tsx';
import { SummaryStep } from './summary-step.tsx';
import { type Joining, stepOf } from './use-joining.ts';

interface JoinFlowProps {
  offer: JoinOffer;
  joining: Joining;
  /** From 1. */
  step: number;
  goTo: (step: number) => void;
  /** Where whoever is a client already buys, after logging in; undefined where they cannot. */
  memberPath: string | undefined;
  bringShowing: BringShowing;
}

const stepCount = 3;

/** The three steps of joining; each looks at its own fields before the next. */
export function JoinFlow({ offer, joining, step, goTo, memberPath, bringShowing }: JoinFlowProps) {
  const { t, language } = useTexts();
  const router = useRouter();
  const labels = useJoinLabels(offer);
  const { form, shown, change, isShown } = joining;
  const ref = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [wanted, setWanted] = useState<JoinField | 'title' | null>(null);
  const [details, setDetails] = useState<Record<string, string | number>>({});
  const [problem, setProblem] = useState<string>();
  const [isMailed, setIsMailed] = useState(false);
  const check = useCheckJoin();
  const joinIn = useJoin();
  const isPending = check.isPending || joinIn.isPending;
  const { price, isPriced, plain, coded } = usePrices(offer, joining);
  const codeError = coded.error instanceof ApiError ? errorText(coded.error, t) : undefined;

  // After each drawing, until the field is there: it may stand on another step.
  useEffect(() => {
    if (wanted === null) return;
    const field = wanted === 'title' ? heading.current : ref.current?.elements.namedItem(wanted);
    const first = field instanceof RadioNodeList ? field[0] : field;
    if (!(first instanceof HTMLElement)) return;
    first.focus({ preventScroll: wanted === 'title' });
    if (wanted === 'title') window.scrollTo(0, 0);
    setWanted(null);
  });

  function show(found: JoinProblems, values: Record<string, string | number> = {}): boolean {
    joining.show(found);
    setDetails(values);
    const first = firstInSteps(found);
    if (first === undefined) return false;
    if (stepOf(first) !== step) goTo(stepOf(first));
    setWanted(first);
    return true;
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void goOn();
  }

  async function goOn() {
    setProblem(undefined);
    if (isPending || show(joining.problemsUntil(step))) return;
    if (step === 1 && form.code !== '' && codeError !== undefined) {
      setWanted('code');
      return;
    }
    if (step < stepCount) {
      setIsMailed(false);
      // The draft is open before a name is typed: whatever is typed then can be kept at any moment.
      void joining.save(form);
      goTo(step + 1);
      setWanted('title');
      return;
    }
    try {
      const checked = await check.mutateAsync({ body: form });
      if (show(checked.problems, checked.details)) return;
      const draftToken = await joining.save(form);
      if (draftToken === null) {
        setProblem(t('joining.noAnswer'));
        return;
      }
      const { invoiceToken } = await joinIn.mutateAsync({ body: { draftToken, form, isShown } });
      if (invoiceToken === null) setIsMailed(true);
      else router.history.push(`/public/invoices?invoice=${encodeURIComponent(invoiceToken)}`);
    } catch (error) {
      refuse(error);
    }
  }

  function refuse(error: unknown) {
    if (!(error instanceof ApiError) || error.status === 0) {
      setProblem(t('joining.noAnswer'));
      return;
    }
    if (error.errors[0] === 'joinShownOver') {
      joining.typeInstead();
      goTo(2);
      setWanted('title');
    }
    const code = codeProblems.find((known): known is CodeProblem => known === error.errors[0]);
    if (code) show({ code }, { ...error.details });
    else setProblem(`${errorText(error, t)}. ${t('joining.nothingCharged')}`);
  }

  const error = (name: JoinField) => {
    const found = shown[name];
    return found === undefined ? undefined : labels.problem(name, found, details);
  };
  const titles = [t('joining.stepPackage'), t('joining.stepPerson'), t('joining.stepSummary')];
  const next = step === 1 ? t('joining.toPerson') : t('joining.toSummary');
  const isFree = price?.total === 0;
  const pay =
    price && !isFree
      ? t('joining.pay', { price: formatEuros(price.total, language) })
      : t('joining.joinFree');
  if (isMailed && step === stepCount) {
    return (
      <Mailed
        to={form.email.trim()}
        onAgain={() => void goOn()}
        isPending={isPending}
        problem={problem}
        onChange={() => {
          setIsMailed(false);
          goTo(2);
          setWanted('email');
        }}
      />
    );
  }
  return (
    <Page isCentred className={classes.page}>
      <form ref={ref} noValidate method="post" onSubmit={submit} className={classes.form}>
        <div className={classes.top}>
          {step > 1 ? (
            <IconButton
              label={t('joining.back')}
              className={classes.back}
              onClick={() => router.history.back()}
            >
              <Icon name="chevronLeft" />
            </IconButton>
          ) : null}
          <p className={classes.stepName}>{t('joining.stepOf', { step, count: stepCount })}</p>
        </div>
        <div className={classes.progress} aria-hidden="true">
          {titles.map((title, index) => (
            <span key={title} className={joinClasses(classes.mark, index < step && classes.done)} />
          ))}
        </div>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {titles[step - 1]}
        </h1>
        {joining.isGone ? <Notice tone="warn" icon="info" text={t('joining.draftGone')} /> : null}
        {step === 1 && memberPath !== undefined ? (
          <div className={classes.known}>
            <p className={classes.text}>{t('joining.areYouKnown')}</p>
            <ButtonAnchor href={memberPath} variant="plain" size="small">
              {t('joining.logInAndBuy')}
            </ButtonAnchor>
          </div>
        ) : null}
        {step === 1 ? (
          <PackageStep
            offer={offer}
            form={form}
            change={change}
            error={error}
            codeError={error('code') ?? codeError}
            isCodePending={coded.isFetching && form.code !== ''}
            onLeaveStart={() => joining.leave('startsOn')}
          />
        ) : null}
        {step === 2 ? (
          <PersonStep
            offer={offer}
            joining={joining}
            error={error}
            memberPath={memberPath}
            bringShowing={bringShowing}
          />
        ) : null}
        {step === 3 && price ? (
          <SummaryStep
            offer={offer}
            form={form}
            price={price}
            isShown={isShown}
            change={change}
            earlyError={error('startsEarly')}
            termsError={error('hasAgreed')}
            goTo={(to) => {
              goTo(to);
              setWanted('title');
            }}
          />
        ) : null}
        {step > 1 && !price && plain.isError ? (
          <NotLoaded title={t('joining.priceNotLoaded')} query={plain} note={t('joining.nothingCharged')} />
        ) : null}
        <ActionBar label={t('joining.price')}>
          <div className={classes.problem} role="alert">
            {problem === undefined ? null : <Notice tone="bad" icon="warning" text={problem} />}
          </div>
          {step < stepCount && price ? (
            <div className={classes.bar}>
              {step === 1 ? <PriceLines price={price} isShort /> : null}
              {step === 2 ? (
                <div className={classes.total}>
                  <span className={classes.totalLabel}>{t('joining.payToday')}</span>
                  <span className={classes.amount}>{formatEuros(price.total, language)}</span>
                </div>
              ) : null}
              {step === 1 ? <p className={classes.note}>{labels.later(price)}</p> : null}
            </div>
          ) : null}
          <Button
            type="submit"
            isWide
            disabled={!joining.isRestored || (step === stepCount && isPriced && !price)}
            isPending={isPending}
            pendingText={t('joining.preparing')}
          >
            {step < stepCount ? next : pay}
          </Button>
          {step === stepCount && price ? (
            <p className={classes.note}>{t(isFree ? 'joining.mailedNext' : 'joining.nothingYet')}</p>
          ) : null}
        </ActionBar>
      </form>
    </Page>
  );
}

/** The price as it stands, with the code once it is accepted. */
function usePrices(offer: JoinOffer, { form }: Joining) {
  const isPriced =
    form.startsOn >= offer.startFrom &&
    form.startsOn <= offer.startUntil &&
    offer.packages.some(
      ({ id, prices }) => id === form.productId && prices.some(({ unitId }) => unitId === form.unitId),
    );
  const hasCode = form.code !== '' && offer.page === 'complete';
  const plain = useJoinPrice(form, '', isPriced);
  const coded = useJoinPrice(form, form.code, isPriced && hasCode);
  const price = hasCode && coded.data && !coded.error ? coded.data : plain.data;
  return { price: isPriced ? price : undefined, isPriced, plain, coded };
}

function firstInSteps(found: JoinProblems): JoinField | undefined {
  const names = [1, 2, 3].flatMap((step) => {
    const own = Object.fromEntries(
      Object.entries(found).filter(([name]) => stepOf(name as JoinField) === step),
    ) as JoinProblems;
    return firstProblem(own)?.field ?? [];
  });
  return names[0];
}
