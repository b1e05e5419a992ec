import type { Section } from '../en.ts';

export const billingRuns: Section<'billingRuns'> = {
  title: 'Arveldused',
  intro:
    'Igal ööl koostab programm ise arved, mille aeg on käes, pikendab lepinguid ja vaatab, kes on võlgu. Siit näed, mida ta tegi ja mida teeks.',
  preview: 'Mille kohta tehtaks arved',
  date: 'Kuupäev',
  looking: 'Vaatamine ei muuda midagi. Ette saab vaadata kuni 13 kuud.',
  contracts: 'Lepinguid',
  invoices: 'Arveid',
  total: 'Kokku',
  nothing: 'Sellel kuupäeval ei ole arveid vaja',
  settled: 'arveta tasutud',
  list: 'Arved, mis tehtaks',
  run: 'Koosta arved kohe',
  runTitle: 'Koostada arved kohe?',
  runText_one:
    '{{count}} arve summas {{total}} koostatakse ja saadetakse täna. Juba tehtud arved jäävad samaks.',
  runText_other:
    '{{count}} arvet, kokku {{total}}, koostatakse ja saadetakse täna. Juba tehtud arved jäävad samaks.',
  notYet: 'Mitte praegu',
  running: 'Koostan…',
  done_one: 'Koostatud {{count}} arve, {{total}}',
  done_other: 'Koostatud {{count}} arvet, {{total}}',
  nights: 'Öised käivitused',
  noNights: 'Ühelgi ööl pole veel arveid koostatud',
  noNightsText: 'Esimene aruanne tuleb ööl pärast keskuse esimest lepingut.',
  underWay: 'Pooleli või katkenud; järgmisel ööl jätkub sealt',
  took: 'Lõpetas {{time}}',
  renewed: 'Pikendatud',
  credited: 'Krediteeritud',
  debts: 'Võlgu',
  badDebts: 'Pikaajaline võlg',
  problems_one: '{{count}} lepingule ei saanud arvet koostada',
  problems_other: '{{count}} lepingule ei saanud arvet koostada',
  contract: 'Leping {{number}}',
  notLoaded: 'Arveldusi ei õnnestunud laadida',
};
