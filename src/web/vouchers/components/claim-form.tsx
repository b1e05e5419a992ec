import {
  emailProblem,
  nameMaximumLength,
  nameProblem,
  type VisitorProblem,
} from '#shared/visitors/details/domain.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { type FieldErrors, useForm } from '#web/kernel/form.ts';
import { useSession } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useClaim, useClaimProblem } from '../queries.ts';
import classes from './claim-form.module.css';

const fields = ['name', 'email'] as const;
type Field = (typeof fields)[number];

interface ClaimFormProps {
  token: string;
  /** The link was claimed before: whoever did may have the voucher mailed once more. */
  isAgain: boolean;
  onDone: (email: string, voucherToken: string | null) => void;
  onRefused: () => void;
}

/** Who takes the gift. What the server refuses stands beside its field, or above the button; what was typed stays. */
export function ClaimForm({ token, isAgain, onDone, onRefused }: ClaimFormProps) {
  const { t } = useTexts();
  const { claims } = useSession();
  const claim = useClaim();
  const problemOf = useClaimProblem();

  const textOf = (problem: VisitorProblem | undefined) =>
    problem && t(`validation.${problem}`, { num: nameMaximumLength });

  function check({ name, email }: Readonly<Record<Field, string>>): FieldErrors<Field> {
    return { name: textOf(nameProblem(name)), email: textOf(emailProblem(email)) };
  }

  const form = useForm({
    names: fields,
    check,
    onSubmit: (values) =>
      claim.mutate(
        { body: { token, ...values } },
        {
          onSuccess: ({ email, voucherToken }) => onDone(email, voucherToken),
          onError: (error) => {
            if (isAboutField(error)) form.fail(check(values));
            else if (error.status !== 0) onRefused();
          },
        },
      ),
  });

  const refusal = claim.error && !isAboutField(claim.error) ? claim.error : null;
  const ownName = claims ? `${claims.firstName} ${claims.lastName}` : '';
  return (
    <form {...form.props} key={claims?.accountId ?? 0} className={classes.form}>
      <TextField
        {...form.field('name')}
        label={t('vouchers.claimName')}
        autoComplete="name"
        defaultValue={ownName}
      />
      <TextField
        {...form.field('email')}
        label={t('account.email')}
        hint={t('vouchers.claimMailHint')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
        defaultValue={claims?.email ?? ''}
      />
      <p className={classes.privacy}>{t('vouchers.claimPrivacy')}</p>
      <div className={classes.problem} role="alert">
        {refusal ? <Notice tone="bad" icon="warning" text={problemOf(refusal)} /> : null}
      </div>
      <Button
        type="submit"
        isWide
        disabled={!form.isReady}
        isPending={claim.isPending}
        pendingText={t(isAgain ? 'vouchers.sendingAgain' : 'vouchers.claiming')}
      >
        {t(isAgain ? 'vouchers.sendAgain' : 'vouchers.claim')}
      </Button>
    </form>
  );
}

/** Whether the server could not accept what a field holds. */
function isAboutField({ errors, details }: ApiError): boolean {
  return errors[0] === 'dataValidationFailed' && fields.some((name) => name === details.field);
}
