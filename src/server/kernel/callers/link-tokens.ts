import type { FastifyRequest } from 'fastify';
import { type AnyEndpoint, secretHeader } from '#shared/kernel/endpoint.ts';

/** What a call is about: what its address says, and what it says beside it to keep that out of the address. */
export function addressOf(
  { secret: name, path }: AnyEndpoint,
  { params, query, headers }: FastifyRequest,
): { params: unknown; query: unknown } {
  const given = headers[secretHeader.toLowerCase()];
  if (name === undefined || typeof given !== 'string') return { params, query };
  const told = { [name]: decoded(given) };
  const isInPath = path.split('/').includes(`:${name}`);
  return isInPath
    ? { params: { ...(params as object), ...told }, query }
    : { params, query: { ...(query as object), ...told } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // As in an address: what cannot be read opens nothing.
    return '';
  }
}
