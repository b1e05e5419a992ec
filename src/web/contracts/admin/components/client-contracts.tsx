import { useState } from 'react';
import type { Contract } from '#shared/contracts/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Part, PartNote, RowStatus, Rows } from '#web/ui/part.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useContractLabels } from '../../components/contract-labels.ts';
import { useClientContracts } from '../queries.ts';
import { GrantContract } from './grant-contract.tsx';
import { type Decision, ManagedContractBody } from './managed-contract.tsx';

/** A client's contracts, each of which opens with what may be decided about it. */
export function ClientContracts({ id }: { id: number }) {
  const { t } = useTexts();
  const { data, error } = useClientContracts(id);
  const [opened, setOpened] = useState<Contract>();
  const [decision, setDecision] = useState<Decision>();
  const number = opened?.number ?? '';
  function close() {
    setOpened(undefined);
    setDecision(undefined);
  }
  return (
    <Part title={t('clientContracts.title')}>
      {error ? <Notice tone="bad" icon="warning" text={t('clientContracts.notLoaded')} /> : null}
      {data?.length === 0 ? <PartNote>{t('clientContracts.none')}</PartNote> : null}
      <Rows>
        {data?.map((contract) => (
          <li key={contract.id}>
            <Row contract={contract} onOpen={() => setOpened(contract)} />
          </li>
        ))}
      </Rows>
      <GrantContract id={id} />
      <Sheet
        isOpen={opened !== undefined}
        onClose={close}
        title={t(decision ? `clientContracts.${decision}Title` : 'contracts.titleOne', { number })}
      >
        {opened ? <ManagedContractBody id={opened.id} decision={decision} onDecide={setDecision} /> : null}
      </Sheet>
    </Part>
  );
}

function Row({ contract, onOpen }: { contract: Contract; onOpen: () => void }) {
  const { t } = useTexts();
  const money = useMoney();
  const labels = useContractLabels();
  const status = labels.status(contract);
  const { number, packageName, debt } = contract;
  return (
    <ListRow
      title={packageName}
      text={
        <>
          {`${number} · ${labels.validity(contract)}`}
          {debt > 0 ? ` · ${t('contracts.debt', { amount: money(debt) })}` : null}
          {status ? (
            <RowStatus>
              <Tag tone={status.tone}>{status.text}</Tag>
            </RowStatus>
          ) : null}
        </>
      }
      end={
        <Button
          variant="plain"
          size="small"
          aria-label={t('clientContracts.openNamed', { number })}
          onClick={onOpen}
        >
          {t('clientContracts.open')}
        </Button>
      }
    />
  );
}
