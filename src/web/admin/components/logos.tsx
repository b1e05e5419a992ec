import { type ChangeEvent, useId } from 'react';
import { type LogoKind, mostLogoBytes } from '#shared/tenants/logos/domain.ts';
import { showSnackbar } from '#web/kernel/snackbar.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { UploadProgress } from '#web/kernel/upload-progress.tsx';
import { useLogos } from '#web/tenants/logos/queries.ts';
import classes from './logos.module.css';

/** The centre's drawings, each on its own ground, and files to put in their place. */
export function Logos() {
  const { t } = useTexts();
  const { logos, save, isSaving, sent, stop } = useLogos();
  if (!logos) return null;
  return (
    <section className={classes.logos} aria-label={t('backOffice.logos.title')}>
      <h2 className={classes.heading}>{t('backOffice.logos.title')}</h2>
      <p className={classes.text}>{t('backOffice.logos.text')}</p>
      <ul className={classes.list}>
        {logos.map(({ kind, picture }) => (
          <li key={kind} className={classes.item}>
            <Logo kind={kind} picture={picture} isSaving={isSaving} save={save} />
          </li>
        ))}
      </ul>
      {isSaving ? <UploadProgress sent={sent} stop={stop} /> : null}
    </section>
  );
}

interface LogoProps {
  kind: LogoKind;
  picture: string;
  isSaving: boolean;
  save: (kind: LogoKind, file: File) => void;
}

function Logo({ kind, picture, isSaving, save }: LogoProps) {
  const { t } = useTexts();
  const id = useId();

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const { target } = event;
    const [file] = target.files ?? [];
    if (!file) return;
    if (file.size > mostLogoBytes) showSnackbar({ type: 'error', text: t('errors.bodyTooLarge') });
    else save(kind, file);
    target.value = '';
  }

  return (
    <>
      <span className={kind === 'dark' ? classes.darkGround : classes.ground}>
        <img src={picture} alt={t(`backOffice.logos.${kind}`)} width={56} height={56} />
      </span>
      <span className={classes.words}>
        <strong>{t(`backOffice.logos.${kind}`)}</strong>
        <input
          id={id}
          type="file"
          accept=".png,.svg,image/png,image/svg+xml"
          className={classes.input}
          disabled={isSaving}
          onChange={choose}
        />
        <label htmlFor={id} className={classes.label}>
          {t('backOffice.logos.choose')}
          <span className="visually-hidden">{` – ${t(`backOffice.logos.${kind}`)}`}</span>
        </label>
      </span>
    </>
  );
}
