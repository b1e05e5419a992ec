import type { Section } from '../en.ts';

export const billingRuns: Section<'billingRuns'> = {
  title: 'Rēķinu sagatavošana',
  intro:
    'Katru nakti programma pati sagatavo rēķinus, kuriem pienācis laiks, pagarina līgumus un pārbauda parādus. Šeit redzams, kas ir izdarīts un kas tiktu darīts.',
  preview: 'Par ko tiktu sagatavoti rēķini',
  date: 'Datums',
  looking: 'Apskate neko nemaina. Uz priekšu var skatīties līdz 13 mēnešiem.',
  contracts: 'Līgumi',
  invoices: 'Rēķini',
  total: 'Kopā',
  nothing: 'Šajā datumā rēķini nav vajadzīgi',
  settled: 'segts bez rēķina',
  list: 'Rēķini, kas tiktu sagatavoti',
  run: 'Sagatavot tūlīt',
  runTitle: 'Sagatavot rēķinus tūlīt?',
  runText_zero:
    'Šodien tiek sagatavots un nosūtīts {{count}} rēķinu, kopā {{total}}. Jau sagatavotie paliek, kā ir.',
  runText_one:
    'Šodien tiek sagatavots un nosūtīts {{count}} rēķins, kopā {{total}}. Jau sagatavotie paliek, kā ir.',
  runText_other:
    'Šodien tiek sagatavoti un nosūtīti {{count}} rēķini, kopā {{total}}. Jau sagatavotie paliek, kā ir.',
  notYet: 'Ne tagad',
  running: 'Sagatavo…',
  done_zero: 'Sagatavots {{count}} rēķinu, {{total}}',
  done_one: 'Sagatavots {{count}} rēķins, {{total}}',
  done_other: 'Sagatavoti {{count}} rēķini, {{total}}',
  nights: 'Naktīs paveiktais',
  noNights: 'Rēķini vēl nevienu nakti nav sagatavoti',
  noNightsText: 'Pirmais pārskats būs naktī pēc centra pirmā līguma.',
  underWay: 'Notiek vai pārtrūka; nākamā nakts turpinās no tās vietas',
  took: 'Beidza {{time}}',
  renewed: 'Pagarināti',
  credited: 'Kreditēts',
  debts: 'Parāds',
  badDebts: 'Ilgstošs parāds',
  problems_zero: '{{count}} līgumiem rēķinu nevarēja sagatavot',
  problems_one: '{{count}} līgumam rēķinu nevarēja sagatavot',
  problems_other: '{{count}} līgumiem rēķinu nevarēja sagatavot',
  contract: 'Līgums {{number}}',
  notLoaded: 'Rēķinu sagatavošanu neizdevās ielādēt',
};
