import type { Section } from '../en.ts';

export const firstErrors: Section<'firstErrors'> = {
  unknown: 'Radās kļūda, mēģiniet vēlreiz',
  serverError: 'Servera kļūda',
  dataValidationFailed: 'Datu pārbaude neizdevās',
  itemNotFound: 'Ieraksts nav atrasts',
  actionNotAllowed: 'Darbība nav atļauta',
  notLoggedIn: 'Lūdzu, pieslēdzieties',
  unknownHost: 'Šajā adresē centra nav',
  tenantMismatch: 'Šis pieprasījums pieder citam centram',
  crossSiteRefused: 'Pieprasījumi no citām vietnēm ir liegti',
  bodyTooLarge: 'Vienam pieprasījumam datu ir pārāk daudz',
  bodyNotJson: 'Pieprasījums nav derīgs JSON',
  contentTypeNotSupported: 'Tiek pieņemts tikai JSON',
  addressTooLong: 'Adrese ir pārāk gara',
  tooManyRequests: 'Pārāk daudz pieprasījumu. Mirkli uzgaidiet un mēģiniet vēlreiz',
  tooManyAttempts: 'Pārāk daudz mēģinājumu. Mēģiniet vēlreiz pēc {{minutes}} min',
  idempotencyKeyReused: 'Šis pieprasījums jau izmantots kam citam',
  busyTryAgain: 'Šobrīd ir ļoti liela noslodze. Nekas netika mainīts, mēģiniet vēlreiz',
  clientOutdated: 'Ir gatava jauna versija. Pārlādējiet lapu',
  refreshingSessionFailed: 'Sesiju neizdevās atjaunot',
};
