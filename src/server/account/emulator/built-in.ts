/** Somebody whose phone the stand-in plays. */
export interface Person {
  /** As the service numbers their device: their code, and how good it is. */
  readonly document: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Says no whatever is pressed. */
  readonly isRefusing?: boolean;
}

/** People of the service's own environment for trying out. */
export const persons: readonly Person[] = [
  { document: 'PNOEE-40404040009-MOCK-Q', firstName: 'OK', lastName: 'TESTNUMBER' },
  { document: 'PNOLV-040404-10003-DEMO-Q', firstName: 'OK', lastName: 'DEMO' },
  { document: 'PNOEE-61101019999-MOCK-Q', firstName: 'YOUNG', lastName: 'TESTNUMBER' },
  { document: 'PNOEE-30403039917-MOCK-Q', firstName: 'REFUSING', lastName: 'TESTNUMBER', isRefusing: true },
];

/** What the service's environment for trying out knows everybody by: a centre that uses the stand-in sets it. */
export const emulatorUuid = '00000000-0000-4000-8000-000000000000';
