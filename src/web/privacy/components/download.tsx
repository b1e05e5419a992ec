import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useDownloadData } from '../queries.ts';
import classes from './part.module.css';

/** One file with everything; the password once more. */
export function Download() {
  const { t } = useTexts();
  const download = useDownloadData();
  const form = useForm({
    names: ['password'],
    check: ({ password }) => ({ password: password === '' ? t('validation.passwordRequired') : undefined }),
    onSubmit: ({ password }) =>
      download.mutate(
        { body: { password } },
        {
          onSuccess: () => form.reset(),
          onError: (error) => form.fail({ password: errorText(error, t) }),
        },
      ),
  });
  return (
    <section className={classes.section} aria-labelledby="privacy-data">
      <h2 id="privacy-data" className={classes.heading}>
        {t('privacy.dataTitle')}
      </h2>
      <p className={classes.text}>{t('privacy.dataText')}</p>
      <form {...form.props} className={classes.form}>
        <TextField
          {...form.field('password')}
          className={classes.field}
          type="password"
          autoComplete="current-password"
          label={t('privacy.password')}
          hint={t('privacy.passwordWhy')}
          maxLength={256}
        />
        <Button
          type="submit"
          variant="plain"
          disabled={!form.isReady}
          isPending={download.isPending}
          pendingText={t('privacy.downloading')}
        >
          {t('privacy.download')}
        </Button>
      </form>
    </section>
  );
}
