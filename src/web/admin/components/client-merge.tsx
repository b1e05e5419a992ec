import { useDeferredValue, useState } from 'react';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Question } from '#web/ui/question.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useMerge, useResources } from '../queries.ts';
import classes from './client-merge.module.css';
import { textAt } from './labels.ts';
import { resourceKinds, sayWith } from './resources.ts';

interface ClientMergeProps {
  id: number;
  name: string;
  /** The other entry, where it is known; otherwise it is looked for. */
  double?: { readonly id: number; readonly title: string };
}

/** Two entries that are one person: the other one is looked for, what would move is shown, and it is asked once. */
export function ClientMerge({ id, name, double }: ClientMergeProps) {
  const { t, language } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [other, setOther] = useState<{ id: number; title: string }>();
  /** Of each two contracts for the same days, by the id of this one's, which is given up. */
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const q = useDeferredValue(search.trim());
  const found = useResources('clients', q === '' ? { q: '-' } : { q });
  const { look, preview, isLooking, forget, merge, isMerging } = useMerge(id);
  const say = sayWith(t, language, {});
  const rows = q === '' ? [] : (found.data?.items ?? []).filter((client) => client.id !== id).slice(0, 6);
  const contracts = (preview?.clashes ?? []).filter((clash) => clash.kind === 'contract');
  const isChoice = preview?.refusal === 'mergeContracts';
  const refusal = preview && !isChoice ? preview.refusal : null;
  const givenUp = isChoice
    ? [...new Set(contracts.map((one) => chosen[one.contractId] ?? one.otherContractId))]
    : [];
  function open() {
    setIsOpen(true);
    if (!double) return;
    setOther(double);
    look(double.id);
  }
  function close() {
    setIsOpen(false);
    setOther(undefined);
    forget();
  }
  return (
    <div className={classes.merge}>
      <Button variant="text" size="small" onClick={open}>
        {double ? t('backOffice.merge.look', { name: double.title }) : t('backOffice.merge.open')}
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={close}
        title={other ? t('backOffice.merge.ask', { name: other.title }) : t('backOffice.merge.title')}
        variant="question"
      >
        {other && preview ? (
          <>
            {isChoice ? (
              <div className={classes.choices}>
                <p>{t('backOffice.merge.chooseText')}</p>
                {contracts.map((one) => (
                  <SelectField
                    key={`${one.contractId} ${one.otherContractId}`}
                    name={`kept-${one.contractId}-${one.otherContractId}`}
                    label={t('backOffice.merge.goesOn')}
                    value={chosen[one.contractId] ?? one.otherContractId}
                    onChange={(event) =>
                      setChosen({ ...chosen, [one.contractId]: Number(event.currentTarget.value) })
                    }
                  >
                    <option value={one.otherContractId}>
                      {t('backOffice.merge.contractFrom', {
                        number: one.name,
                        date: formatDate(one.startsOn),
                      })}
                    </option>
                    <option value={one.contractId}>
                      {t('backOffice.merge.contractFrom', {
                        number: one.otherName,
                        date: formatDate(one.otherStartsOn),
                      })}
                    </option>
                  </SelectField>
                ))}
              </div>
            ) : null}
            <Question
              text={
                refusal === null
                  ? `${t('backOffice.merge.text', { other: other.title, name })}${
                      preview.closesLogin
                        ? ` ${t('backOffice.merge.closes', { other: other.title, name })}`
                        : ''
                    }`
                  : undefined
              }
              notice={
                refusal === null
                  ? undefined
                  : {
                      tone: 'bad',
                      icon: 'warning',
                      text: (
                        <>
                          {t(`errors.${refusal}` as 'errors.mergeSame')}
                          {preview.clashes.map((clash) => (
                            <span key={`${clash.name} ${clash.otherName}`} className={classes.clash}>
                              {clash.name} – {clash.otherName}
                            </span>
                          ))}
                        </>
                      ),
                    }
              }
              facts={
                refusal === null
                  ? preview.moves.map(({ table, count }) => ({
                      label: textAt(t, `merge.tables.${table}`, table),
                      value: count,
                    }))
                  : []
              }
              safeText={t('backOffice.merge.keepBoth')}
              onSafe={close}
              otherText={refusal === null ? t('backOffice.merge.merge') : null}
              otherPendingText={t('backOffice.form.saving')}
              isOtherCostly
              isPending={isMerging}
              onOther={() => {
                // Refused: the snackbar says why, and both are still there.
                void merge(other.id, givenUp)
                  .then(close)
                  .catch(() => {});
              }}
            />
          </>
        ) : (
          <div className={classes.find}>
            <TextField
              type="search"
              data-autofocus
              label={t('backOffice.merge.find')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <ul className={classes.rows}>
              {rows.map((client) => {
                const { title, text } = resourceKinds.clients.summaryOf(client, say);
                return (
                  <li key={client.id}>
                    <button
                      type="button"
                      className={classes.row}
                      disabled={isLooking}
                      onClick={() => {
                        setOther({ id: client.id, title });
                        look(client.id);
                      }}
                    >
                      <strong>{title}</strong>
                      <span>{text}</span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </div>
        )}
      </Sheet>
    </div>
  );
}
