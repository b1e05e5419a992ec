import { useState } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type ThingKind, type ThingList, useThings } from '../queries.ts';
import classes from './setup.module.css';
import { ThingForm } from './thing-form.tsx';
import { kindsOfThings, sayWith } from './things.ts';

interface SetupThingsProps {
  kind: 'clubs' | 'rooms' | 'trainers' | 'products';
  only?: readonly string[];
  /** What a new one begins with, by what the form can choose from. */
  blankOf: (list: ThingList) => unknown;
}

/** What there is of a kind, and the form of the next one. */
export function SetupThings({ kind, only, blankOf }: SetupThingsProps) {
  const { t } = useTexts();
  const [made, setMade] = useState(0);
  const { data } = useThings(kind, {});
  if (!data) return <Skeleton size="block" width="full" />;
  const form = (
    <ThingForm
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
export function SetupThere({ kind, list }: { kind: ThingKind; list: ThingList }) {
  const { t, language } = useTexts();
  if (list.items.length === 0) return null;
  const say = sayWith(t, language, list.references);
  return (
    <section aria-label={t('setup.there')}>
      <ul className={classes.there}>
        {list.items.map((thing) => {
          const { title, text, colour } = kindsOfThings[kind].summaryOf(thing, say);
          return (
            <li key={thing.id}>
              <ListRowLink
                to="/admin/$area"
                params={{ area: kind }}
                search={{ id: thing.id }}
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
