import { addMonths, parseLocalDate } from '#shared/kernel/dates.ts';
import { asciiEmail } from '#shared/kernel/emails.ts';
import { checkCells, comparedName, Faults, type Line, type LineProblem } from '../importing/domain.ts';

export interface ContractLine {
  readonly line: number;
  /** Both names, as they are compared; empty where the line has none. */
  readonly name: string;
  readonly idCode: string;
  readonly email: string;
  readonly clientCode: string;
  readonly package: string;
  readonly club: string;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly priceCents: number | null;
  readonly paidUntil: string | null;
  readonly number: string;
}

/** Every period from its beginning until it is paid for is written. */
const mostYears = { startsOn: 30, paidUntil: 5 };

/** A line as a contract of somebody; whose and of what is looked up afterwards. */
export function readContract(
  line: Line,
  { today }: { readonly today: string },
): {
  readonly contract: ContractLine;
  readonly problems: readonly LineProblem[];
} {
  const faults = new Faults(line);
  const cell = checkCells('contracts', line, faults);
  const date = (name: string): string | null => {
    const text = cell(name);
    if (text === '') return null;
    const found = parseLocalDate(text);
    if (found === undefined) faults.add(name, 'date');
    return found ?? null;
  };
  const startsOn = date('startsOn') ?? '';
  const endsOn = date('endsOn');
  const paidUntil = date('paidUntil');
  if (startsOn !== '' && endsOn !== null && endsOn < startsOn) faults.add('endsOn', 'endsBefore');
  for (const [name, on] of Object.entries({ startsOn, paidUntil: paidUntil ?? '' })) {
    const years = mostYears[name as keyof typeof mostYears];
    const isFar = on < addMonths(today, -12 * years) || on > addMonths(today, 12 * years);
    if (on !== '' && isFar) faults.add(name, 'dateFar', String(years));
  }
  const typedPrice = cell('price').replaceAll(/[\s€]/g, '').replace(',', '.');
  if (typedPrice !== '' && !/^\d{1,6}(\.\d{1,2})?$/.test(typedPrice)) faults.add('price', 'price');
  const client = {
    idCode: compactCode(cell('idCode')),
    email: asciiEmail(cell('email').toLowerCase()),
    clientCode: cell('clientCode'),
  };
  if (client.idCode === '' && client.email === '' && client.clientCode === '') faults.add(null, 'noClient');
  return {
    contract: {
      line: line.line,
      name: comparedName(`${cell('firstName')} ${cell('lastName')}`),
      ...client,
      package: cell('package'),
      club: cell('club'),
      startsOn,
      endsOn,
      priceCents: typedPrice === '' ? null : Math.round(Number(typedPrice) * 100),
      paidUntil,
      number: cell('number'),
    },
    problems: faults.list,
  };
}

/** An id code as it is kept. */
export function compactCode(typed: string): string {
  return typed.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase();
}
