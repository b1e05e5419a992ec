/** Sent slowly, waiting for its turn, and read: longer than that nobody waits. */
const timeoutMs = 180_000;

export interface FileCall {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: XMLHttpRequestBodyInit;
}

/**
 * Sends a file and tells how much of it has gone, which `fetch` does not know. Undefined where no answer came. Throws
 * AbortError for what was stopped.
 */
export function upload(
  { method, address, headers, file }: FileCall,
  onSent: ((share: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<Response | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Response | undefined>();
  const request = new XMLHttpRequest();
  request.open(method, address);
  request.timeout = timeoutMs;
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onSent?.(total > 0 ? loaded / total : 0);
  request.upload.onload = () => onSent?.(1);
  request.onload = () => {
    const { status, responseText } = request;
    const kind = request.getResponseHeader('Content-Type') ?? '';
    resolve(new Response(responseText, { status, headers: { 'Content-Type': kind } }));
  };
  request.onerror = () => resolve(undefined);
  request.ontimeout = () => resolve(undefined);
  request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
  signal?.addEventListener('abort', () => request.abort(), { once: true });
  if (signal?.aborted) reject(new DOMException('stopped', 'AbortError'));
  else request.send(file);
  return promise;
}
