import { type ChangeEvent, useId, useState } from 'react';
import { useNumber } from '#web/kernel/money.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { UploadProgress } from '#web/kernel/upload-progress.tsx';
import { FileChoice } from '#web/ui/file-choice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useBankImport } from '../queries.ts';
import classes from './bank-file.module.css';

/** As many bytes as the server reads. */
const mostBytes = 5_000_000;

/** The statement's file, and what came of it. */
export function BankFile() {
  const { t } = useTexts();
  const number = useNumber();
  const id = useId();
  const { importFile, data, error, isPending, sent, stop } = useBankImport();
  const [file, setFile] = useState<{ name: string; isTooLarge: boolean }>();

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const { target } = event;
    const [chosen] = target.files ?? [];
    if (!chosen) return;
    const isTooLarge = chosen.size > mostBytes;
    setFile({ name: chosen.name, isTooLarge });
    if (!isTooLarge) importFile(chosen);
    // The same file once more is a choice too.
    target.value = '';
  }

  const problem = file?.isTooLarge ? t('errors.bodyTooLarge') : error ? errorText(error, t) : undefined;
  return (
    <section className={classes.file}>
      <FileChoice
        id={id}
        accept=".xml,application/xml,text/xml"
        icon="receipt"
        isDisabled={isPending}
        describedBy={`${id}-state`}
        isPrimary
        onChange={choose}
      >
        {isPending ? t('invoices.bankImporting') : t('invoices.bankChoose')}
      </FileChoice>
      {isPending ? <UploadProgress sent={sent} stop={stop} /> : null}
      <div id={`${id}-state`} aria-live="polite">
        {problem && !isPending ? (
          <p className={classes.problem}>
            <Icon name="warning" size={20} />
            {file ? `${file.name}: ${problem}` : problem}
          </p>
        ) : null}
        {data && !problem && !isPending ? (
          <>
            <p className={classes.done}>
              <Icon name="check" size={20} />
              {t('invoices.bankImported', { file: file?.name ?? '' })}
            </p>
            <dl className={classes.counts}>
              {(
                [
                  ['bankNew', data.newCount],
                  ['bankBooked', data.bookedCount],
                  ['bankProposed', data.proposedCount],
                  ['bankUnmatched', data.unmatchedCount],
                  ['bankKnown', data.knownCount],
                  ['bankSkipped', data.skippedCount],
                ] as const
              ).map(([key, count]) => (
                <div key={key}>
                  <dt>{t(`invoices.${key}`)}</dt>
                  <dd>{number(count)}</dd>
                </div>
              ))}
            </dl>
          </>
        ) : null}
      </div>
    </section>
  );
}
