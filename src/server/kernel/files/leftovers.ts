import type { IncomingMessage, ServerResponse } from 'node:http';

/** What comes with the head anyway. */
const small = 65_536;
const pauseMs = 20;

/**
 * Throws away in small pieces what is left of a body whose call was answered without it. All at once, as Node does it, a few
 * senders of large ones would hold up everybody else; without it, a browser that is still sending hears no answer.
 */
export function discardSlowly(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (Number(length) <= small && coding === undefined) return;
  response.once('prefinish', () => {
    if (request.complete) return;
    const discard = () => {
      if (request.destroyed || request.readableEnded) return;
      request.read();
      setTimeout(discard, pauseMs).unref();
    };
    request.pause();
    discard();
  });
}
