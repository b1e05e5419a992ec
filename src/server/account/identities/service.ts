import { IdentityServiceError } from './provider.ts';

const timeoutMilliseconds = 10_000;
const mostAnswer = 100_000;

/** A service's answer in JSON; `gone` where it knows no such session any more. `service` is its name, for the log. Throws IdentityServiceError. */
export async function ask(service: string, url: string, body?: object): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    if (answer.ok) return JSON.parse((await readBounded(service, answer, mostAnswer)).toString());
    await answer.body?.cancel();
    if (answer.status === 404 && !body) return 'gone';
    throw new IdentityServiceError(`${service} answered ${answer.status}`);
  } catch (error) {
    if (error instanceof IdentityServiceError) throw error;
    throw new IdentityServiceError(
      `${service} did not answer (${error instanceof Error ? error.name : 'error'})`,
    );
  }
}

/** The bytes of an answer, of which there are no more than `most`. Throws IdentityServiceError. */
export async function readBounded(service: string, answer: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > most) throw new IdentityServiceError(`${service}’s answer is too long`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
