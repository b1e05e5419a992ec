import { readCode } from '#shared/vouchers/codes/domain.ts';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useFindByCode } from '../queries.ts';
import classes from './claim-form.module.css';

/** A code as somebody told it. What cannot be one is said at once, and asks nobody. */
export function CodeForm({ onFound }: { onFound: (token: string) => void }) {
  const { t } = useTexts();
  const find = useFindByCode();
  const form = useForm({
    names: ['code'],
    check: ({ code }) => ({
      code:
        readCode(code) === null
          ? t(code.trim() === '' ? 'validation.fieldRequired' : 'errors.codeNotFound')
          : undefined,
    }),
    onSubmit: ({ code }) =>
      find.mutate(
        { body: { code } },
        {
          onSuccess: ({ token }) => onFound(token),
          onError: (error) => form.fail({ code: errorText(error, t) }),
        },
      ),
  });
  return (
    <form {...form.props} className={classes.form}>
      <TextField
        {...form.field('code')}
        label={t('vouchers.codeLabel')}
        hint={t('vouchers.codeHint')}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
      />
      <Button
        type="submit"
        isWide
        disabled={!form.isReady}
        isPending={find.isPending}
        pendingText={t('vouchers.codeOpening')}
      >
        {t('vouchers.codeOpen')}
      </Button>
    </form>
  );
}
