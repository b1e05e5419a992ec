import { useState } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { type SetupWay, useSetupCommands } from '#web/tenants/setup/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useResources } from '../queries.ts';
import { ResourceForm } from './resource-form.tsx';
import classes from './setup.module.css';
import { SetupThere } from './setup-resources.tsx';

/** The usual styles of the kind, to be taken over at once, and one's own. */
export function SetupStyles({ proposals }: Pick<SetupWay, 'proposals'>) {
  const { t, language } = useTexts();
  const { data } = useResources('styles', {});
  const { choose, isChoosing } = useSetupCommands();
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const [made, setMade] = useState(0);
  if (!data) return <Skeleton size="block" width="full" />;
  const chosen = proposals.filter(({ key }) => !refused.has(key)).map(({ key }) => key);
  return (
    <>
      <SetupThere kind="styles" list={data} />
      {proposals.length === 0 ? null : (
        <>
          <fieldset className={classes.choices}>
            <legend className="visually-hidden">{t('setup.steps.styles')}</legend>
            {proposals.map(({ key, names, colour }) => (
              <Checkbox
                key={key}
                checked={!refused.has(key)}
                onChange={(event) =>
                  setRefused(
                    new Set(
                      event.target.checked ? [...refused].filter((one) => one !== key) : [...refused, key],
                    ),
                  )
                }
              >
                <span className={classes.style}>
                  <Mark color={colour} />
                  {names[language]}
                </span>
              </Checkbox>
            ))}
          </fieldset>
          {chosen.length === 0 ? null : (
            <div className={classes.foot}>
              <Button
                isPending={isChoosing}
                pendingText={t('setup.saving')}
                // Refused: the snackbar says why.
                onClick={() => void choose(chosen).catch(() => {})}
              >
                {t('setup.chooseStyles', { count: chosen.length })}
              </Button>
            </div>
          )}
        </>
      )}
      <details className={classes.own}>
        <summary>{t('setup.moreStyles')}</summary>
        <ResourceForm
          key={made}
          kind="styles"
          thing={undefined}
          references={data.references}
          onMade={() => setMade((count) => count + 1)}
          onRemoved={() => {}}
        />
      </details>
    </>
  );
}
