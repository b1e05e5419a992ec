import type { ReactNode } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import classes from './area-screen.module.css';
import { findArea, nameOf } from './components/areas.ts';
import { ImportArea } from './components/import-area.tsx';
import { ResourcesArea } from './components/resources-area.tsx';
import { SettingsArea } from './components/settings-area.tsx';
import { TrailArea } from './components/trail-area.tsx';

interface AreaScreenProps {
  path: string;
  id?: number | undefined;
  make?: number | undefined;
  page?: number | undefined;
  /** What other nouns show of a client. */
  ofClient: (id: number) => ReactNode;
  /** What other nouns show of a trainer. */
  ofTrainer: (id: number) => ReactNode;
  /** What another noun shows for an area of its own. */
  keycards: ReactNode;
}

/** One part of the back office. */
export function AreaScreen({ path, id, make, page, ofClient, ofTrainer, keycards }: AreaScreenProps) {
  const { t } = useTexts();
  const area = findArea(path);
  if (!area) {
    return (
      <Page>
        <EmptyState level={1} icon="info" title={t('backOffice.nothingFound')}>
          <ButtonLink to="/admin">{t('backOffice.title')}</ButtonLink>
        </EmptyState>
      </Page>
    );
  }
  const title = t(`backOffice.areas.${nameOf(area)}`);
  const back = <BackLink to="/admin">{t('backOffice.title')}</BackLink>;
  return (
    <Page width="table">
      <PageHeader title={title} subtitle={t(`backOffice.areaTexts.${nameOf(area)}`)} back={back} />
      <div className={classes.content}>
        {area.things ? (
          <ResourcesArea
            key={path}
            kind={area.things}
            area={path}
            openId={id}
            isMaking={make === 1}
            page={page}
            ofClient={ofClient}
            ofTrainer={ofTrainer}
          />
        ) : area.section ? (
          <SettingsArea name={area.section} label={title} />
        ) : area.special === 'import' ? (
          <ImportArea />
        ) : area.special === 'keycards' ? (
          keycards
        ) : (
          <TrailArea />
        )}
      </div>
    </Page>
  );
}
