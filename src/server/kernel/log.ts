import { type DestinationStream, type Logger, pino } from 'pino';

/** Lines of JSON on standard error. What may name a person is struck out wherever it stands. */
export function makeLogger(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'email',
          'phone',
          'password',
          'token',
          'to',
          '*.email',
          '*.phone',
          '*.password',
          '*.token',
          '*.to',
          'req',
          'res',
        ],
        remove: true,
      },
    },
    destination,
  );
}
