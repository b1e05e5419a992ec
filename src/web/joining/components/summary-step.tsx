import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { beginsEarly } from '#shared/contracts/domain.ts';
import type { JoinOffer, JoinPrice } from '#shared/joining/contract.ts';
import { isMinor, type JoinForm } from '#shared/joining/domain.ts';
import { formatIdCode, readIdentity } from '#shared/joining/identity/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Fact, NextPayment, TermFacts } from './fact.tsx';
import classes from './join.module.css';
import { PriceLines } from './price-lines.tsx';

interface SummaryStepProps {
  offer: JoinOffer;
  form: JoinForm;
  /** Its joiner was shown, not typed. */
  isShown: boolean;
  price: JoinPrice;
  change: (parts: Partial<JoinForm>) => void;
  earlyError: string | undefined;
  termsError: string | undefined;
  goTo: (step: number) => void;
}

/** Everything once more, line by line, before it is agreed to. */
export function SummaryStep(props: SummaryStepProps) {
  const { offer, form, isShown, price, change, earlyError, termsError, goTo } = props;
  const { t } = useTexts();
  const club = offer.clubs.find(({ id }) => id === form.unitId)?.name ?? '';
  const code = readIdentity(form.country, form.idCode, offer.startFrom)?.code;
  const hasGuardian = offer.hasGuardians && isMinor(form, offer.startFrom);
  const { nextOn, nextPrice, endsOn, bindingUntil, withdrawalDays: days } = price;
  return (
    <div className={classes.fields}>
      <Part title={t('joining.summaryContract')} onChange={() => goTo(1)}>
        <Fact label={t('joining.package')} value={price.packageName} />
        <Fact label={t('joining.club')} value={club} />
        <Fact label={t('joining.startsOn')} value={formatDate(form.startsOn)} />
        <TermFacts endsOn={endsOn} renews={price.renews} bindingUntil={bindingUntil} />
      </Part>
      <Part title={t('joining.summaryPerson')} onChange={() => goTo(2)}>
        <Fact
          label={t('joining.name')}
          value={
            <>
              {form.firstName} {form.lastName}
              {code ? <span className={classes.detail}>{formatIdCode(form.country, code)}</span> : null}
              {isShown ? <span className={classes.detail}>{t('joining.shown')}</span> : null}
              <span className={classes.detail}>{form.email}</span>
              <span className={classes.detail}>{form.phone}</span>
            </>
          }
        />
        {hasGuardian ? (
          <Fact
            label={t('joining.summaryPayer')}
            value={
              <>
                {form.guardianFirstName} {form.guardianLastName}
                <span className={classes.detail}>{form.guardianEmail}</span>
              </>
            }
          />
        ) : null}
      </Part>
      <section aria-labelledby="payments">
        <h2 id="payments" className={classes.section}>
          {t('joining.payments')}
        </h2>
        <PriceLines price={price} />
        <dl className={classes.facts}>
          <NextPayment nextOn={nextOn} nextPrice={nextPrice} periodMonths={price.periodMonths} />
        </dl>
      </section>
      <section aria-labelledby="withdrawal" className={classes.withdrawal}>
        <h2 id="withdrawal" className={classes.section}>
          {t('joining.withdrawTitle')}
        </h2>
        <p className={classes.text}>
          {t('joining.withdrawText', { days, date: formatDate(price.withdrawUntil) })}
        </p>
        {beginsEarly(form.startsOn, offer.startFrom, price) ? (
          <>
            <Checkbox
              name="startsEarly"
              checked={form.startsEarly}
              hint={t('joining.startsEarlyHint')}
              aria-invalid={earlyError !== undefined || undefined}
              aria-describedby="early-note"
              onChange={(event) => change({ startsEarly: event.currentTarget.checked })}
            >
              {t('joining.startsEarly', { days })}
            </Checkbox>
            <Problem id="early-note" text={earlyError} />
          </>
        ) : null}
        <Checkbox
          name="hasAgreed"
          checked={form.hasAgreed}
          aria-invalid={termsError !== undefined || undefined}
          aria-describedby="terms-note"
          onChange={(event) => change({ hasAgreed: event.currentTarget.checked })}
        >
          {t('joining.agree')}
        </Checkbox>
        <Problem id="terms-note" text={termsError} />
        <Link to="/page/buying-terms" target="_blank" className={classes.link}>
          {t('joining.termsLink')}
        </Link>
      </section>
    </div>
  );
}

/** What is missing, beside the box. */
function Problem({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} className={classes.error} aria-live="polite">
      {text === undefined ? null : <Icon name="warning" size={18} />}
      {text}
    </p>
  );
}

function Part({ title, onChange, children }: { title: string; onChange: () => void; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <section aria-label={title}>
      <div className={classes.partHead}>
        <h2 className={classes.section}>{title}</h2>
        <Button
          variant="text"
          size="small"
          className={classes.change}
          onClick={onChange}
          aria-label={`${t('joining.change')}: ${title}`}
        >
          {t('joining.change')}
        </Button>
      </div>
      <dl className={classes.facts}>{children}</dl>
    </section>
  );
}
