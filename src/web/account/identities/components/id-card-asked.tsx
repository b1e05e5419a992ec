import { useEffect, useRef } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonAnchor } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import classes from './identities.module.css';
import type { AskedProps } from './identity-asked.tsx';

/** What to do while a card is asked; where nothing here reads cards, what to install. */
export function IdCardAsked({ asking, problem }: AskedProps) {
  const { t } = useTexts();
  const begin = useRef(asking.begin);
  begin.current = asking.begin;
  useEffect(() => begin.current({ provider: 'idCard' }), []);
  const { cardProblem } = asking;
  const told =
    problem ??
    (cardProblem ? <Notice tone="bad" icon="warning" text={t(`identities.${cardProblem}`)} /> : null);
  if (!told) {
    return (
      <p className={classes.text} role="status">
        {t('identities.cardAsked')}
      </p>
    );
  }
  const isMissing = cardProblem === 'cardProgramMissing';
  return (
    <>
      <div role="alert">{told}</div>
      {isMissing ? (
        <ButtonAnchor isWide href="https://web-eid.eu/" target="_blank" rel="noopener noreferrer">
          {t('identities.installWebEid')}
        </ButtonAnchor>
      ) : null}
      <Button
        isWide
        variant={isMissing ? 'plain' : 'primary'}
        onClick={() => asking.begin({ provider: 'idCard' })}
      >
        {t('identities.again')}
      </Button>
    </>
  );
}
