import type { Form } from '#shared/kernel/fields.ts';
import type { Section } from '#shared/tenants/settings/contract.ts';
import type { SectionName } from '#shared/tenants/settings/domain.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useSaveSettings, useSettings } from '../queries.ts';
import { EditForm } from './edit-form.tsx';
import { textAt } from './labels.ts';
import { Logos } from './logos.tsx';
import classes from './settings-area.module.css';
import { ThemePreview, ThemeReport } from './theme-preview.tsx';

/** One section of the centre's settings. */
export function SettingsArea({ name, label }: { name: SectionName; label: string }) {
  const { t } = useTexts();
  const query = useSettings();
  const section = query.data?.sections.find((one) => one.name === name);
  if (section) return <SectionForm key={name} section={section} label={label} />;
  return query.isError ? (
    <NotLoaded title={t('backOffice.list.failed')} query={query} />
  ) : (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton size="block" width="full" />
      <Skeleton size="block" width="full" />
    </div>
  );
}

function SectionForm({ section, label }: { section: Section; label: string }) {
  const { t } = useTexts();
  const { save, refresh, isSaving } = useSaveSettings(section.name);
  const note = textAt(t, `settingsNotes.${section.name}`, '');
  return (
    <div className={section.name === 'theme' ? classes.theme : undefined}>
      <EditForm
        label={label}
        fields={section.fields}
        wording={`settings.${section.name}`}
        seen={section}
        save={(values, version) => save(version, values)}
        refresh={refresh}
        isSaving={isSaving}
        note={note === '' ? undefined : <p className={classes.note}>{note}</p>}
      >
        {section.name === 'theme' ? (form) => <Look form={form} /> : () => null}
      </EditForm>
      {section.name === 'theme' ? <Logos /> : null}
    </div>
  );
}

function Look({ form }: { form: Form }) {
  const colours = { light: String(form.light), dark: String(form.dark) };
  return (
    <>
      <ThemeReport colours={colours} />
      <ThemePreview colours={colours} />
    </>
  );
}
