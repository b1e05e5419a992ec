import { useEffect, useState } from 'react';
import { eurosToCents } from '#shared/kernel/money.ts';
import type { Entitlement } from '#shared/registrations/entitlements/contract.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatDate, formatMoney } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { type Purchase, useEntitlementLabels } from '#web/registrations/entitlements/queries.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type EntitlementChoice, isContractProblem } from './entitlement-choice.ts';
import classes from './entitlements.module.css';
import { TicketsLink } from './tickets-link.tsx';

/** What is left of it before and after, of a contract in its period; without a number until when it holds. */
export function EntitlementChange({ cover }: { cover: Omit<Entitlement, 'name'> }) {
  const { t } = useTexts();
  const { kind, left, leftAfter, validUntil } = cover;
  const date = formatDate(validUntil);
  if (left === null || leftAfter === null) {
    return <span>{kind === 'contract' ? t('covers.isIncluded') : t('covers.validUntil', { date })}</span>;
  }
  return (
    <span className={classes.change}>
      {left}
      <Icon name="arrowRight" size={18} isStrong />
      <span className="visually-hidden">→</span>
      {kind === 'contract'
        ? t('covers.visitsUntil', { count: leftAfter, date })
        : t(kind === 'ticket' ? 'covers.visits' : 'covers.uses', { count: leftAfter })}
    </span>
  );
}

/** What a place takes, in one line. */
export function EntitlementLine({ cover }: { cover: Entitlement }) {
  return (
    <span className={classes.line}>
      <span className={classes.name}>{cover.name}</span>
      <EntitlementChange cover={cover} />
    </span>
  );
}

interface BuyButtonProps {
  trainingId: number;
  /** Euros. */
  price: number;
  purchase: Purchase;
  /** Beside another way to pay. */
  isQuiet?: boolean;
}

/** Holds the place and leads to its invoice. */
export function BuyButton({ trainingId, price, purchase, isQuiet = false }: BuyButtonProps) {
  const { t, language } = useTexts();
  const { buy, isPending } = purchase;
  const amount = formatMoney(eurosToCents(price), language);
  return (
    <Button
      isWide
      {...(isQuiet && { variant: 'plain' as const })}
      isPending={isPending}
      pendingText={t('covers.buying')}
      onClick={() => buy(trainingId)}
    >
      {t(isQuiet ? 'covers.buyThis' : 'covers.buy', { price: amount })}
    </Button>
  );
}

/** Where what keeps a contract from covering a training can be mended or read; a ticket would do instead. */
export function EntitlementWays({ error }: { error: ApiError | null | undefined }) {
  const { t } = useTexts();
  const [code] = error?.errors ?? [];
  if (code === 'coverNeeded') return <TicketsLink />;
  if (!isContractProblem(code)) return null;
  if (code === 'contractInDebt') {
    return (
      <ButtonLink to="/invoices" search={{}} isWide>
        {t('covers.seeInvoices')}
      </ButtonLink>
    );
  }
  return <TicketsLink />;
}

interface EntitlementPickerProps {
  trainingId: number;
  choice: EntitlementChoice;
  purchase: Purchase;
}

/** Another ticket or voucher for this place, or the place alone; nothing where there is no choice. */
export function EntitlementPicker({ trainingId, choice, purchase }: EntitlementPickerProps) {
  const { t } = useTexts();
  const entitlementLabels = useEntitlementLabels();
  const [isOpen, setIsOpen] = useState(false);
  const { cover: chosen, covers, price, choose } = choice;
  const close = () => setIsOpen(false);
  // The refusal takes its place at once: a sheet that left later would take the other with it.
  const isRefused = purchase.error !== null;
  useEffect(() => {
    if (isRefused) setIsOpen(false);
  }, [isRefused]);
  if (!chosen || (covers.length < 2 && price === null)) return null;
  return (
    <>
      <Button variant="text" isWide onClick={() => setIsOpen(true)}>
        {t('covers.choose')}
      </Button>
      <Sheet isOpen={isOpen && !isRefused} onClose={close} title={t('covers.chooseTitle')}>
        <ul className={classes.list}>
          {covers.map((entitlement) => {
            const isChosen = entitlement === chosen;
            return (
              <li key={`${entitlement.kind}${entitlement.id}`}>
                <button
                  type="button"
                  className={classes.cover}
                  aria-pressed={isChosen}
                  onClick={() => {
                    choose(entitlement);
                    close();
                  }}
                >
                  <span className={classes.words}>
                    <span className={classes.name}>{entitlement.name}</span>
                    <span className={classes.text}>
                      {entitlement.leftAfter === null ? null : `${entitlementLabels(entitlement)} · `}
                      {entitlement.kind === 'contract'
                        ? t('covers.byContract')
                        : t('covers.validUntil', { date: formatDate(entitlement.validUntil) })}
                    </span>
                  </span>
                  {isChosen ? <Icon name="check" size={22} isStrong /> : null}
                </button>
              </li>
            );
          })}
        </ul>
        {price === null ? null : (
          <BuyButton trainingId={trainingId} price={price} purchase={purchase} isQuiet />
        )}
      </Sheet>
    </>
  );
}
