export interface StatementEntry {
  readonly amount: string;
  readonly currency?: string;
  readonly direction?: 'CRDT' | 'DBIT';
  readonly date?: string;
  readonly status?: string;
  /** The bank's own id; empty for none. */
  readonly id?: string;
  readonly running?: string;
  readonly name?: string;
  readonly reference?: string;
  readonly message?: string;
  /** Written as newer versions of the message have it. */
  readonly isNew?: boolean;
  readonly isReversal?: boolean;
}

export const testAccount = 'EE382200221020145685';

/** An account statement (camt.053) as banks send it. */
export function statement(entries: readonly StatementEntry[], account = testAccount): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
 <BkToCstmrStmt>
  <GrpHdr><MsgId>1</MsgId></GrpHdr>
  <Stmt>
   <Id>1</Id>
   <Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>
   ${entries.map(entryXml).join('\n   ')}
  </Stmt>
 </BkToCstmrStmt>
</Document>`;
}

function entryXml(entry: StatementEntry): string {
  const { direction = 'CRDT', date = '2026-09-14', status = 'BOOK', isNew = false } = entry;
  return `<Ntry>${entry.running ? `<NtryRef>${entry.running}</NtryRef>` : ''}
    <Amt Ccy="${entry.currency ?? 'EUR'}">${entry.amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
    ${entry.isReversal ? '<RvslInd>true</RvslInd>' : ''}
    <Sts>${isNew ? `<Cd>${status}</Cd>` : status}</Sts>
    <BookgDt>${isNew ? `<DtTm>${date}T10:00:00+03:00</DtTm>` : `<Dt>${date}</Dt>`}</BookgDt>
    ${entry.id ? `<AcctSvcrRef>${entry.id}</AcctSvcrRef>` : ''}
    <NtryDtls>${detailsXml(entry)}</NtryDtls></Ntry>`;
}

export function detailsXml(
  { name = '', reference, message, isNew = false }: Partial<StatementEntry>,
  extra = '',
): string {
  return `<TxDtls>${extra}<RltdPties><Dbtr>${isNew ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`}</Dbtr>
    <DbtrAcct><Id><IBAN>EE471000001020145685</IBAN></Id></DbtrAcct></RltdPties>
    <RmtInf>${message ? `<Ustrd>${message}</Ustrd>` : ''}${
      reference
        ? `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd>`
        : ''
    }</RmtInf></TxDtls>`;
}
