import type { Section } from '../en.ts';

export const firstErrors: Section<'firstErrors'> = {
  unknown: 'Tekkis viga, proovi uuesti',
  serverError: 'Serveri viga',
  dataValidationFailed: 'Andmete kontroll ebaõnnestus',
  itemNotFound: 'Kirjet ei leitud',
  actionNotAllowed: 'Tegevus ei ole lubatud',
  notLoggedIn: 'Palun logi sisse',
  unknownHost: 'Sellel aadressil keskust ei ole',
  tenantMismatch: 'See päring kuulub teisele keskusele',
  crossSiteRefused: 'Teistelt saitidelt tulevad päringud on keelatud',
  bodyTooLarge: 'Ühe päringu kohta on andmeid liiga palju',
  bodyNotJson: 'Päring ei ole korrektne JSON',
  contentTypeNotSupported: 'Vastu võetakse ainult JSON-i',
  addressTooLong: 'Aadress on liiga pikk',
  tooManyRequests: 'Liiga palju päringuid. Oota hetk ja proovi uuesti',
  tooManyAttempts: 'Liiga palju katseid. Proovi uuesti {{minutes}} min pärast',
  idempotencyKeyReused: 'Seda päringut kasutati juba millegi muu jaoks',
  busyTryAgain: 'Praegu on väga kiire. Midagi ei muudetud, proovi uuesti',
  clientOutdated: 'Uus versioon on valmis. Laadi leht uuesti',
  refreshingSessionFailed: 'Seansi uuendamine ebaõnnestus',
};
