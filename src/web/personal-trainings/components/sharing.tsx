import { useState } from 'react';
import type { PackageDetail, Share } from '#shared/personal-trainings/contract.ts';
import {
  type RecipientProblem,
  readRecipient,
  recipientMaximumLength,
} from '#shared/personal-trainings/domain.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { GivenAction, GivenRow } from '#web/ui/own-list.tsx';
import { Notice, Question } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useEndShare, useShare } from '../queries.ts';
import classes from './sharing.module.css';

/** With whom the owner shares: what it means, those who may use it or were asked, and one more. */
export function Sharing({ shown }: { shown: PackageDetail }) {
  const { t } = useTexts();
  const { shares, sharesMax, id } = shown;
  return (
    <section className={classes.sharing}>
      <h2 className={classes.title}>{t('personalTrainings.sharing')}</h2>
      <p className={classes.text}>{t('personalTrainings.sharingText')}</p>
      <Sharers shares={shares} />
      {shares.length < sharesMax ? (
        <ShareForm packageId={id} />
      ) : (
        <p className={classes.text}>{t('personalTrainings.full', { count: sharesMax })}</p>
      )}
    </section>
  );
}

const field = 'recipient';
const names = [field] as const;

function ShareForm({ packageId }: { packageId: number }) {
  const { t } = useTexts();
  const sharing = useShare();
  const textOf = (problem: RecipientProblem) =>
    t(problem === 'fieldRequired' ? 'validation.fieldRequired' : `personalTrainings.${problem}`);
  const form = useForm({
    names,
    // Who the reader is, the server knows: whether it is they themselves is said after pressing.
    check: ({ recipient }) => {
      const read = readRecipient(recipient, { email: ' ', code: ' ' });
      return { recipient: typeof read === 'string' ? textOf(read) : undefined };
    },
    onSubmit: ({ recipient }) =>
      sharing.mutate(
        { params: { id: packageId }, body: { recipient } },
        {
          onSuccess: () => form.reset(),
          onError: (error) => {
            const problem = problemOf(error);
            if (problem) form.fail({ recipient: textOf(problem) });
          },
        },
      ),
  });
  const refusal = sharing.error && !problemOf(sharing.error) ? sharing.error : null;
  return (
    <form {...form.props} className={classes.form}>
      <TextField
        {...form.field(field)}
        label={t('personalTrainings.recipient')}
        hint={t('personalTrainings.recipientHint')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={recipientMaximumLength}
      />
      <div className={classes.problem} role="alert">
        {refusal ? <Notice tone="bad" icon="warning" text={errorText(refusal, t)} /> : null}
      </div>
      <Button
        type="submit"
        isWide
        disabled={!form.isReady}
        isPending={sharing.isPending}
        pendingText={t('personalTrainings.shareBusy')}
      >
        {t('personalTrainings.share')}
      </Button>
    </form>
  );
}

const problems = [
  'fieldRequired',
  'recipientInvalid',
  'recipientSelf',
] as const satisfies readonly RecipientProblem[];

function problemOf({ errors, details }: ApiError): RecipientProblem | undefined {
  if (errors[0] !== 'dataValidationFailed') return undefined;
  return problems.find((known) => known === details.problem);
}

function Sharers({ shares }: { shares: readonly Share[] }) {
  const { t } = useTexts();
  // As it stood: the answer must not change the words while the sheet closes.
  const [asked, setAsked] = useState<Share | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  if (shares.length === 0) return null;
  return (
    <>
      <ul>
        {shares.map((share) => (
          <GivenRow
            key={share.id}
            isTaken={share.name !== null}
            name={share.name ?? share.recipient}
            text={share.name === null ? t('personalTrainings.waiting') : share.recipient}
          >
            <GivenAction
              label={t('personalTrainings.takeBackNamed', { name: share.name ?? share.recipient })}
              onPress={() => {
                setAsked(share);
                setIsAsking(true);
              }}
            >
              {t('personalTrainings.takeBack')}
            </GivenAction>
          </GivenRow>
        ))}
      </ul>
      {asked ? (
        <EndSheet
          shareId={asked.id}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          success="takenBack"
          title={t('personalTrainings.takeBackTitle', { name: asked.name ?? asked.recipient })}
          text={t('personalTrainings.takeBackText')}
          action={t('personalTrainings.takeBack')}
          pending={t('personalTrainings.takingBack')}
        />
      ) : null}
    </>
  );
}

/** Whoever uses somebody else's may stop. */
export function GivingUp({ shareId, onDone }: { shareId: number; onDone: () => void }) {
  const { t } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="plain" isWide onClick={() => setIsAsking(true)}>
        {t('personalTrainings.giveUp')}
      </Button>
      <EndSheet
        shareId={shareId}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onDone={onDone}
        success="gaveUp"
        title={t('personalTrainings.giveUpTitle')}
        text={t('personalTrainings.giveUpText')}
        action={t('personalTrainings.giveUp')}
        pending={t('personalTrainings.takingBack')}
      />
    </>
  );
}

interface EndSheetProps {
  shareId: number;
  isOpen: boolean;
  onClose: () => void;
  onDone?: () => void;
  success: 'takenBack' | 'gaveUp';
  title: string;
  text: string;
  action: string;
  pending: string;
}

/** Asks once. */
function EndSheet(props: EndSheetProps) {
  const { t } = useTexts();
  const ending = useEndShare(props.success);
  function close() {
    ending.reset();
    props.onClose();
  }
  return (
    <Sheet
      isOpen={props.isOpen}
      onClose={close}
      title={props.title}
      variant="question"
      hasCloseButton={false}
    >
      <Question
        text={props.text}
        safeText={t('common.close')}
        onSafe={close}
        otherText={props.action}
        otherPendingText={props.pending}
        isOtherCostly={false}
        isPending={ending.isPending}
        onOther={() =>
          ending.mutate(
            { params: { id: props.shareId } },
            {
              onSuccess: () => {
                close();
                props.onDone?.();
              },
            },
          )
        }
        problem={ending.error ? errorText(ending.error, t) : undefined}
      />
    </Sheet>
  );
}
