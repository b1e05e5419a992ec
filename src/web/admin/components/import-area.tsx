import { type ChangeEvent, useId, useState } from 'react';
import { columnsOf, type ImportKind, importKinds } from '#shared/admin/importing/domain.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { UploadProgress } from '#web/kernel/upload-progress.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileChoice } from '#web/ui/file-choice.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Segment, SegmentedControl } from '#web/ui/segmented-control.tsx';
import { useImport } from '../importing/queries.ts';
import classes from './import-area.module.css';
import { exampleOf } from './import-file.ts';
import { ImportPlanView } from './import-plan.tsx';

/** As many bytes as the server reads. */
const mostBytes = 4_000_000;

/** A file is chosen, checked, and taken over as it was checked. */
export function ImportArea() {
  const { t } = useTexts();
  const id = useId();
  const [kind, setKind] = useState<ImportKind>('clients');
  const [file, setFile] = useState<{ name: string; content: Uint8Array; isTooLarge: boolean }>();
  const { check, run, forget, plan, done, error, isChecking, isRunning, sending } = useImport();

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const { target } = event;
    const [chosen] = target.files ?? [];
    if (!chosen) return;
    const isTooLarge = chosen.size > mostBytes;
    const content = new Uint8Array(isTooLarge ? [] : await chosen.arrayBuffer());
    setFile({ name: chosen.name, content, isTooLarge });
    if (isTooLarge) forget();
    else check(kind, content);
    // The same file once more is a choice too.
    target.value = '';
  }

  function change(next: ImportKind) {
    setKind(next);
    setFile(undefined);
    forget();
  }

  const problem = file?.isTooLarge ? t('errors.bodyTooLarge') : error ? errorText(error, t) : undefined;
  const canRun = plan && plan.problemCount === 0 && plan.missing.length === 0 && plan.fresh > 0 && !done;
  return (
    <div className={classes.area}>
      <p className={classes.text}>{t('importing.text')}</p>
      <SegmentedControl label={t('importing.kind')}>
        {importKinds.map((one) => (
          <Segment key={one} isSelected={one === kind} onClick={() => change(one)}>
            {t(`importing.kinds.${one}`)}
          </Segment>
        ))}
      </SegmentedControl>
      {kind === 'contracts' ? <p className={classes.text}>{t('importing.order')}</p> : null}
      <Columns kind={kind} />
      <FileChoice
        id={id}
        accept=".csv,.txt,text/csv,text/plain"
        icon="download"
        isDisabled={isChecking || isRunning}
        describedBy={`${id}-state`}
        onChange={(event) => void choose(event)}
      >
        {isChecking ? t('importing.checking') : t(file ? 'importing.chooseOther' : 'importing.choose')}
      </FileChoice>
      {isChecking || isRunning ? <UploadProgress sent={sending.sent} stop={sending.stop} /> : null}
      <div id={`${id}-state`} aria-live="polite" className={classes.state}>
        {problem !== undefined && !isChecking && !isRunning ? (
          <Notice tone="bad" icon="warning" text={file ? `${file.name}: ${problem}` : problem} />
        ) : null}
        {done && problem === undefined ? (
          <Notice
            tone="ok"
            icon="check"
            text={`${t('importing.done', { count: done.fresh })}. ${t('importing.doneText')}`}
          />
        ) : null}
        {plan && !done && !isChecking && !file?.isTooLarge ? (
          <ImportPlanView plan={plan} fileName={file?.name ?? ''} />
        ) : null}
      </div>
      {canRun && file ? (
        <div className={classes.foot}>
          <Button
            isPending={isRunning}
            pendingText={t('importing.running')}
            // Refused: said above, and nothing was taken over.
            onClick={() => void run(kind, file.content, plan.planId).catch(() => {})}
          >
            {t('importing.run', { count: plan.fresh })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Which columns a file may have, and an example to begin with. */
function Columns({ kind }: { kind: ImportKind }) {
  const { t } = useTexts();
  const titles = columnsOf[kind].map(({ name }) => columnTitle(t, name));
  return (
    <details className={classes.columns}>
      <summary>{t('importing.columns')}</summary>
      <p className={classes.text}>{`${t('importing.columnsText')} ${t('importing.dates')}`}</p>
      <ul className={classes.names}>
        {columnsOf[kind].map(({ name, isRequired }) => (
          <li key={name}>
            <strong>
              {columnTitle(t, name)}
              {isRequired ? ' *' : ''}
            </strong>
            <span className={classes.hint}>{hintOf(t, name)}</span>
          </li>
        ))}
      </ul>
      <Button variant="plain" size="small" onClick={() => exampleOf(`${kind}.csv`, titles)}>
        {t('importing.example')}
      </Button>
    </details>
  );
}

type T = ReturnType<typeof useTexts>['t'];

function columnTitle(t: T, name: string): string {
  return t(`importing.column.${name}` as 'importing.column.email');
}

function hintOf(t: T, name: string): string {
  const key = `importing.hints.${name}`;
  const text = t(key as 'importing.hints.email');
  return text === key ? '' : text;
}
