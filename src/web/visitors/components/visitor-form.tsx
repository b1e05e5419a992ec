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
  onDone: (outcome: 'booked' | 'waiting', email: string) => void;
  /** What is offered may have changed. */
  onRefused: () => void;
}

/** Who comes. What the server refuses stands beside its field, or above the button; what was typed stays. */
export function VisitorForm({ trainingId, isWaiting, onDone, onRefused }: VisitorFormProps) {
  const { t } = useTexts();
  const book = useBookAsVisitor();
  const problemOf = useVisitorProblem();

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
          onSuccess: ({ outcome }) => onDone(outcome, values.email.trim()),
          onError: (error) => {
            const field = fieldOf(error);
            if (field) form.fail(check(values));
            else onRefused();
          },
        },
      ),
  });

  const refusal = book.error && !fieldOf(book.error) ? book.error : null;
  return (
    <form {...form.props} className={classes.form}>
      <div className={classes.names}>
        <TextField {...form.field('firstName')} label={t('account.firstName')} autoComplete="given-name" />
        <TextField {...form.field('lastName')} label={t('account.lastName')} autoComplete="family-name" />
      </div>
      <TextField
        {...form.field('email')}
        label={t('account.email')}
        hint={t('visitors.mailHint')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
      />
      <TextField
        {...form.field('phone')}
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
        pendingText={t(isWaiting ? 'registrations.joining' : 'registrations.booking')}
      >
        {t(isWaiting ? 'registrations.join' : 'registrations.book')}
      </Button>
    </form>
  );
}

/** The field the server could not accept. */
function fieldOf({ errors, details }: ApiError): VisitorField | undefined {
  return errors[0] === 'dataValidationFailed'
    ? visitorFields.find((name) => name === details.field)
    : undefined;
}
