/** Somebody whose phone or card the stand-in plays. */
export interface Person {
  /** As the service numbers their device: their code, and how good it is. */
  readonly document: string;
  readonly firstName: string;
  readonly lastName: string;
  /** As the certificate says it, of those whose code does not. */
  readonly birthDate?: string;
  /** Says no whatever is pressed. */
  readonly isRefusing?: boolean;
  /** Their card was lost, and its issuer knows. */
  readonly isRevoked?: boolean;
}

/** People of the service's own environment for trying out, and one with a code that says nothing of its holder. */
export const persons: readonly Person[] = [
  { document: 'PNOEE-40404040009-MOCK-Q', firstName: 'OK', lastName: 'TESTNUMBER' },
  { document: 'PNOLV-040404-10003-DEMO-Q', firstName: 'OK', lastName: 'DEMO' },
  { document: 'PNOEE-61101019999-MOCK-Q', firstName: 'YOUNG', lastName: 'TESTNUMBER' },
  { document: 'PNOEE-30403039917-MOCK-Q', firstName: 'REFUSING', lastName: 'TESTNUMBER', isRefusing: true },
  {
    ...{ document: 'PNOLV-329999-99993-MOCK-Q', firstName: 'LĪGA', lastName: 'JAUNĀ-BĒRZIŅA' },
    birthDate: '1990-12-31',
  },
];

/** Whose ID cards the stand-in plays. */
export const cardPersons: readonly Person[] = [
  { document: 'PNOEE-38001085718', firstName: 'JAAK-KRISTJAN', lastName: 'JÕEORG' },
  { document: 'PNOEE-60001019906', firstName: 'MARY ÄNN', lastName: 'O’CONNEŽ-ŠUSLIK' },
  { document: 'PNOEE-47101010033', firstName: 'MARI-LIIS', lastName: 'MÄNNIK', isRevoked: true },
];

/** What the service's environment for trying out knows everybody by: a centre that uses the stand-in sets it. */
export const emulatorUuid = '00000000-0000-4000-8000-000000000000';

/** Somebody whose SIM card the stand-in plays, and what comes of asking it. */
export interface MobilePerson {
  readonly phoneNumber: string;
  /** `PNOEE-` and their code. */
  readonly document: string;
  readonly firstName: string;
  readonly lastName: string;
  /** In the service's words; `OK` where they enter their PIN. */
  readonly result: string;
}

const tester = { firstName: 'MARY ÄNN', lastName: 'O’CONNEŽ-ŠUSLIK' } as const;
/** Numbers of the service's own environment for trying out, each of which answers by itself. */
export const mobilePersons: readonly MobilePerson[] = [
  { phoneNumber: '+37200000766', document: 'PNOEE-60001019906', ...tester, result: 'OK' },
  { phoneNumber: '+37060000666', document: 'PNOLT-50001018865', ...tester, result: 'OK' },
  { phoneNumber: '+37200000266', document: 'PNOEE-60001019939', ...tester, result: 'NOT_MID_CLIENT' },
  { phoneNumber: '+37207110066', document: 'PNOEE-60001019947', ...tester, result: 'DELIVERY_ERROR' },
  { phoneNumber: '+37201100266', document: 'PNOEE-60001019950', ...tester, result: 'USER_CANCELLED' },
  {
    phoneNumber: '+37200000666',
    document: 'PNOEE-60001019961',
    ...tester,
    result: 'SIGNATURE_HASH_MISMATCH',
  },
  { phoneNumber: '+37201200266', document: 'PNOEE-60001019972', ...tester, result: 'SIM_ERROR' },
  { phoneNumber: '+37213100266', document: 'PNOEE-60001019983', ...tester, result: 'PHONE_ABSENT' },
  { phoneNumber: '+37266000266', document: 'PNOEE-50001018908', ...tester, result: 'TIMEOUT' },
];

/** What the service's environment for trying out knows everybody by. */
export const mobileEmulatorUuid = '00000000-0000-0000-0000-000000000000';
