import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { addDays, instantAt, localDate } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';
import type { DemoUses } from '../data.ts';

const closureNames: Readonly<Record<Language, string>> = {
  et: 'Suurpuhastus',
  en: 'Deep cleaning',
  lv: 'Ģenerāltīrīšana',
};
const reservationNames: Readonly<Record<Language, string>> = {
  et: 'Laste sünnipäev',
  en: "Children's birthday",
  lv: 'Bērnu dzimšanas diena',
};
/** What else is held by kind of centre, where it is not a birthday. */
const otherNames: Readonly<Partial<Record<TenantKind, Readonly<Record<Language, string>>>>> = {
  golfClub: { et: 'Ettevõtte golfipäev', en: 'Company golf day', lv: 'Uzņēmuma golfa diena' },
  spa: { et: 'Pruudipidu', en: 'Hen party', lv: 'Vecmeitu ballīte' },
  tennisClub: { et: 'Klubisisene turniir', en: 'Club tournament', lv: 'Kluba turnīrs' },
  yogaStudio: { et: 'Hingamise töötuba', en: 'Breathing workshop', lv: 'Elpošanas darbnīca' },
  pilatesStudio: { et: 'Õpetajate koolitus', en: 'Teacher training', lv: 'Skolotāju apmācība' },
  danceStudio: { et: 'Esinemise proov', en: 'Rehearsal', lv: 'Uzstāšanās mēģinājums' },
  trainerPortal: { et: 'Testipäev', en: 'Fitness tests', lv: 'Testu diena' },
};
/** Far enough that booking is not open yet in any centre. */
const closedAfterDays = 45;

/** A closure and a reservation for a centre, `now` an instant. */
export function usesOf({ defaultLanguage, timeZone, kind }: BuiltInTenant, now: string): DemoUses {
  const today = localDate(now, timeZone);
  const from = addDays(today, closedAfterDays);
  const date = addDays(today, 1);
  return {
    closure: { name: closureNames[defaultLanguage], from, until: addDays(from, 1) },
    reservation: {
      name: (otherNames[kind] ?? reservationNames)[defaultLanguage],
      date,
      startsAt: instantAt(date, '13:00', timeZone),
      endsAt: instantAt(date, '15:00', timeZone),
    },
  };
}
