import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { InstantText } from '#shared/kernel/wire.ts';

const Pem = z.string().trim().max(10_000);

/** What a centre issues cards with, as its administrators see it: never the key itself. */
export const KeycardIssuers = z.object({
  apple: z
    .object({
      isOn: z.boolean(),
      /** As its certificate says. */
      passTypeId: z.string(),
      teamId: z.string(),
      /** From then on Apple's phones take no new card, and hear of none that ended. */
      validUntilDateTime: InstantText,
    })
    .nullable(),
  google: z
    .object({
      isOn: z.boolean(),
      issuerId: z.string(),
      /** Of the service account that acts for the centre. */
      email: z.string(),
    })
    .nullable(),
});
export type KeycardIssuers = z.infer<typeof KeycardIssuers>;

export const getKeycardIssuers = endpoint({
  noun: 'keycard-issuers',
  method: 'GET',
  path: '/admin/keycards',
  role: 'admin',
  summary: 'What the centre issues entry cards for phones’ wallets with; without its keys',
  response: KeycardIssuers,
});

export const saveAppleIssuer = endpoint({
  noun: 'keycard-issuers',
  method: 'PUT',
  path: '/admin/keycards/apple',
  role: 'admin',
  summary:
    'The certificate that Apple gave the centre for its cards, with its key; or whether doors take those cards',
  body: z.strictObject({
    isOn: z.boolean(),
    /** Null: those of before. */
    keys: z
      .strictObject({
        /** Of the pass type, PEM. */
        certificate: Pem,
        /** PEM, as it is or under a passphrase. */
        secretKey: Pem,
        keyPassword: z.string().max(200),
        /** Apple's own, which issued the certificate: “Worldwide Developer Relations”, PEM. */
        authority: Pem,
      })
      .nullable(),
  }),
  response: KeycardIssuers,
  errors: [
    'proofNeeded',
    'keycardIssuerMissing',
    'keycardCertificateNotValid',
    'keycardCertificateOver',
    'keycardKeyNotValid',
    'keycardAuthorityNotValid',
    'busyTryAgain',
  ],
});

export const saveGoogleIssuer = endpoint({
  noun: 'keycard-issuers',
  method: 'PUT',
  path: '/admin/keycards/google',
  role: 'admin',
  summary:
    'Who the centre is at Google Wallet, with the key of its service account; or whether doors take those cards',
  body: z.strictObject({
    isOn: z.boolean(),
    /** Null: those of before. */
    keys: z
      .strictObject({
        issuerId: z
          .string()
          .trim()
          .regex(/^\d{5,30}$/),
        /** The JSON file that Google gives with the key. */
        secretKey: z.string().trim().max(10_000),
      })
      .nullable(),
  }),
  response: KeycardIssuers,
  errors: ['proofNeeded', 'keycardIssuerMissing', 'keycardServiceKeyNotValid'],
});
