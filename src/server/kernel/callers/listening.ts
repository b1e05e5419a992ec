import { errorCode, StartError } from '../env.ts';

/** Turns what `listen` throws into a StartError where the cause is the port; anything else stays. */
export function listenError(error: unknown, port: number): unknown {
  const code = errorCode(error);
  if (code === 'EADDRNOTAVAIL')
    return new StartError('LISTEN is no address of this machine; leave it out, or give one of its own.');
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken by another program; stop it or choose another port with PORT.`,
    );
  }
  if (code === 'EACCES') {
    return new StartError(
      `Port ${port} needs more rights than this user has; choose one above 1023 with PORT.`,
    );
  }
  return error;
}
