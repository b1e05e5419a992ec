import { AppError } from '#shared/kernel/errors.ts';
import { nameMaximumLength, nameProblem, phoneProblem } from '#shared/visitors/details/domain.ts';

/** What members keep up themselves (specification point 3, Profile); the address of mails changes by a link. */
export const profileFields = ['firstName', 'lastName', 'phone', 'address', 'city', 'county', 'zip'] as const;
export type ProfileField = (typeof profileFields)[number];
export type ProfileDetails = Readonly<Record<ProfileField, string>>;

/** Names of messages in the catalogue's `validation` section (specification point 5). */
export type ProfileProblem = 'nameRequired' | 'nameInvalid' | 'maxLength' | 'phoneInvalid';

export const fieldLengths: Readonly<Record<ProfileField, number>> = {
  firstName: nameMaximumLength,
  lastName: nameMaximumLength,
  phone: 40,
  address: 200,
  city: 80,
  county: 80,
  zip: 12,
};

/**
 * What is wrong with each field; empty when all is well. What stands as it stood is let be: it may have been written at
 * the desk by other rules. No phone is a phone left out.
 */
export function profileProblems(
  details: ProfileDetails,
  before: ProfileDetails,
): Partial<Record<ProfileField, ProfileProblem>> {
  const found = profileFields.flatMap((field) => {
    if (details[field].trim() === before[field].trim()) return [];
    const problem = problemOf(field, details[field]);
    return problem === undefined ? [] : [[field, problem] as const];
  });
  return Object.fromEntries(found);
}

function problemOf(field: ProfileField, text: string): ProfileProblem | undefined {
  if (text.trim().length > fieldLengths[field]) return 'maxLength';
  if (field === 'firstName' || field === 'lastName') {
    const problem = nameProblem(text);
    return problem === 'nameRequired' || problem === 'nameInvalid' ? problem : undefined;
  }
  if (field !== 'phone' || text.trim() === '') return undefined;
  return phoneProblem(text) === undefined ? undefined : 'phoneInvalid';
}

/** Names differ, whatever the spaces around them. */
function isNameChanged(details: ProfileDetails, before: ProfileDetails): boolean {
  return (['firstName', 'lastName'] as const).some((name) => details[name].trim() !== before[name].trim());
}

/**
 * Throws `nameInContract` for another name where a contract carries this one, and `dataValidationFailed` that names the
 * first field that cannot be accepted.
 */
export function refuseFaultyProfile(
  details: ProfileDetails,
  before: ProfileDetails,
  isNameFixed: boolean,
): void {
  if (isNameFixed && isNameChanged(details, before)) throw new AppError('nameInContract');
  const problems = profileProblems(details, before);
  const field = profileFields.find((name) => problems[name] !== undefined);
  const problem = field && problems[field];
  if (field && problem) throw new AppError('dataValidationFailed', { field, problem });
}

/** As they are kept: no spaces around. */
export function tidyProfile(details: ProfileDetails): ProfileDetails {
  const trimmed = profileFields.map((field) => [field, details[field].trim()] as const);
  return Object.fromEntries(trimmed) as Record<ProfileField, string>;
}

/** Counties of Estonia; of Latvia its state cities and municipalities, which took their place. In their own order. */
export const counties = {
  EE: [
    'Harju maakond',
    'Hiiu maakond',
    'Ida-Viru maakond',
    'Jõgeva maakond',
    'Järva maakond',
    'Lääne maakond',
    'Lääne-Viru maakond',
    'Põlva maakond',
    'Pärnu maakond',
    'Rapla maakond',
    'Saare maakond',
    'Tartu maakond',
    'Valga maakond',
    'Viljandi maakond',
    'Võru maakond',
  ],
  LV: [
    ...['Rīga', 'Daugavpils', 'Jelgava', 'Jūrmala', 'Liepāja', 'Rēzekne', 'Ventspils'],
    ...[
      'Aizkraukles',
      'Alūksnes',
      'Augšdaugavas',
      'Ādažu',
      'Balvu',
      'Bauskas',
      'Cēsu',
      'Dienvidkurzemes',
    ].map(novads),
    ...['Dobeles', 'Gulbenes', 'Jelgavas', 'Jēkabpils', 'Krāslavas', 'Kuldīgas', 'Ķekavas', 'Limbažu'].map(
      novads,
    ),
    ...['Līvānu', 'Ludzas', 'Madonas', 'Mārupes', 'Ogres', 'Olaines', 'Preiļu', 'Rēzeknes', 'Ropažu'].map(
      novads,
    ),
    ...['Salaspils', 'Saldus', 'Saulkrastu', 'Siguldas', 'Smiltenes', 'Talsu', 'Tukuma', 'Valkas'].map(
      novads,
    ),
    ...['Valmieras', 'Ventspils'].map(novads),
  ],
} as const satisfies Record<'EE' | 'LV', readonly string[]>;

function novads(name: string): string {
  return `${name} novads`;
}
