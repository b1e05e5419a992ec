import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { FileBody } from '#shared/kernel/wire.ts';
import { logoKinds, mostLogoBytes } from './domain.ts';

const noun = 'back-office';
const role = 'admin';
const path = '/admin/back-office/logo';

export const getLogos = endpoint({
  noun,
  method: 'GET',
  path,
  role,
  summary: 'The drawings of the centre as they are shown now',
  response: z.object({
    logos: z.array(
      z.object({
        kind: z.enum(logoKinds),
        /** As an address of its own: data, whatever is kept of it elsewhere. */
        picture: z.string(),
      }),
    ),
  }),
});

export const saveLogo = endpoint({
  noun,
  method: 'PUT',
  path,
  role,
  summary:
    'Another drawing, from a PNG or an SVG of shapes alone; it is drawn anew, so that nothing but a picture is kept',
  query: z.object({ kind: z.enum(logoKinds) }),
  body: FileBody,
  mostBytes: mostLogoBytes,
  response: z.object({}),
  errors: ['logoNotValid', 'fileTooDemanding', 'fileNotArriving', 'busyTryAgain', 'bodyTooLarge'],
});
