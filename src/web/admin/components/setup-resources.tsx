import { useState } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type ResourceKind, type ResourceList, useResources } from '../queries.ts';
import { ResourceForm } from './resource-form.tsx';
import { resourceKinds, sayWith } from './resources.ts';
import classes from './setup.module.css';

interface SetupResourcesProps {
  kind: 'clubs' | 'rooms' | 'trainers' | 'products';
  only?: readonly string[];
  /** What a new one begins with, by what the form can choose from. */
  blankOf: (list: ResourceList) => unknown;
}

/** What there is of a kind, and the form of the next one. */
export function SetupResources({ kind, only, blankOf }: SetupResourcesProps) {
  const { t } = useTexts();
  const [made, setMade] = useState(0);
  const { data } = useResources(kind, {});
  if (!data) return <Skeleton size="block" width="full" />;
  const form = (
    <ResourceForm
      key={made}
      kind={kind}
      thing={undefined}
      references={data.references}
      only={only}
      blank={blankOf(data)}
      onMade={() => setMade((count) => count + 1)}
      onRemoved={() => {}}
    />
  );
  return (
    <>
      <SetupThere kind={kind} list={data} />
      {data.items.length === 0 ? (
        form
      ) : (
        <details className={classes.own}>
          <summary>{t(`setup.addAnother.${kind}`)}</summary>
          {form}
        </details>
      )}
    </>
  );
}

/** What is there already; each leads to its own form. */
export function SetupThere({ kind, list }: { kind: ResourceKind; list: ResourceList }) {
  const { t, language } = useTexts();
  if (list.items.length === 0) return null;
  const say = sayWith(t, language, list.references);
  return (
    <section aria-label={t('setup.there')}>
      <ul className={classes.there}>
        {list.items.map((resource) => {
          const { title, text, colour } = resourceKinds[kind].summaryOf(resource, say);
          return (
            <li key={resource.id}>
              <ListRowLink
                to="/admin/$area"
                params={{ area: kind }}
                search={{ id: resource.id }}
                title={title}
                {...(text !== '' && { text })}
                {...(colour && { start: <Mark color={colour} /> })}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
