import {
  nameMaximumLength,
  type VisitorDetails,
  type VisitorField,
  type VisitorProblem,
  visitorFields,
  visitorProblems,
} from '#shared/visitors/details/domain.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { type FieldErrors, useForm } from '#web/kernel/form.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useBookAsVisitor, useVisitorProblem } from '../queries.ts';
import classes from './visitor-form.module.css';

interface VisitorFormProps {
  trainingId: number;
  /** No place is free: whoever sends it waits. */
  isWaiting: boolean;
  /** What was typed before, to be mended or sent again. */
  typed: VisitorDetails | undefined;
  onDone: (values: VisitorDetails) => void;
  /** What is offered may have changed. */
  onRefused: () => void;
}

/**
 * Who comes, and where the link goes. What the server refuses stands beside its field, or above the button; what was
 * typed stays.
 */
export function VisitorForm({ trainingId, isWaiting, typed, onDone, onRefused }: VisitorFormProps) {
  const { t } = useTexts();
  const book = useBookAsVisitor();
  const problemOf = useVisitorProblem('visitors.notSent');

  const textOf = (problem: VisitorProblem | undefined) =>
    problem && t(`validation.${problem}`, { num: nameMaximumLength });

  function check(values: VisitorDetails): FieldErrors<VisitorField> {
    const problems = visitorProblems(values);
    return Object.fromEntries(visitorFields.map((name) => [name, textOf(problems[name])]));
  }

  const form = useForm({
    names: visitorFields,
    check,
    onSubmit: (values) =>
      book.mutate(
        { body: { trainingId, isWaitingAccepted: isWaiting, ...values } },
        {
          onSuccess: () => onDone(values),
          onError: (error) => {
            const refused = refusedField(error);
            if (refused) form.fail({ [refused.field]: textOf(refused.problem) });
            else onRefused();
          },
        },
      ),
  });

  const field = (name: VisitorField) => ({ ...form.field(name), defaultValue: typed?.[name] });
  const refusal = book.error && !refusedField(book.error) ? book.error : null;
  return (
    <form {...form.props} className={classes.form}>
      <div className={classes.names}>
        <TextField {...field('firstName')} label={t('account.firstName')} autoComplete="given-name" />
        <TextField {...field('lastName')} label={t('account.lastName')} autoComplete="family-name" />
      </div>
      <TextField
        {...field('email')}
        label={t('account.email')}
        hint={t('visitors.mailHint')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
      />
      <TextField
        {...field('phone')}
        label={t('account.phone')}
        hint={t('visitors.phoneHint')}
        type="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <p className={classes.privacy}>{t('visitors.privacy')}</p>
      <div className={classes.problem} role="alert">
        {refusal ? <Notice tone="bad" icon="warning" text={problemOf(refusal)} /> : null}
      </div>
      <Button
        type="submit"
        isWide
        disabled={!form.isReady}
        isPending={book.isPending}
        pendingText={t('visitors.sending')}
      >
        {t('visitors.send')}
      </Button>
    </form>
  );
}

const problems = [
  'nameRequired',
  'nameInvalid',
  'maxLength',
  'emailRequired',
  'emailInvalid',
  'fieldRequired',
  'phoneInvalid',
] as const satisfies readonly VisitorProblem[];

/** The field the server could not accept, and why. */
function refusedField({ errors, details }: ApiError) {
  if (errors[0] !== 'dataValidationFailed') return undefined;
  const field = visitorFields.find((name) => name === details.field);
  const problem = problems.find((known) => known === details.problem);
  return field && problem ? { field, problem } : undefined;
}
