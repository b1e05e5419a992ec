/**
 * How a sending failed: `notNow` surely sent nothing and may be tried again, `refused` never will be taken, after
 * `unknown` nobody can say whether it went out, `gone` the address is no more.
 */
export type FailedOutcome = 'notNow' | 'refused' | 'unknown' | 'gone';

/** Its message goes to the log: it never names a person, an address or a text. */
export class SendingError extends Error {
  readonly outcome: FailedOutcome;

  constructor(outcome: FailedOutcome, message: string) {
    super(message);
    this.name = 'SendingError';
    this.outcome = outcome;
  }
}

/** A mail server's refusal in the same terms, without its words, which repeat the address. */
export function mailError(error: unknown): SendingError {
  if (error instanceof SendingError) return error;
  const { responseCode, command, code } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const isUnreached = command === 'CONN' || code === 'EDNS' || code === 'ECONNECTION';
  if (typeof responseCode === 'number') {
    const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
    return new SendingError(isFinal ? 'refused' : 'notNow', `the mail server answered ${responseCode}`);
  }
  return new SendingError(
    isUnreached ? 'notNow' : 'unknown',
    `the mail server did not answer (${String(code)})`,
  );
}

/** A call that brought no answer: where no connection came about, nothing can have been taken. */
export function connectionError(error: unknown, whom: string): SendingError {
  const code = (error as { cause?: { code?: unknown } } | null)?.cause?.code;
  const isUnreached =
    code === 'ECONNREFUSED' ||
    code === 'ENOTFOUND' ||
    code === 'EAI_AGAIN' ||
    code === 'UND_ERR_CONNECT_TIMEOUT';
  return new SendingError(
    isUnreached ? 'notNow' : 'unknown',
    `${whom} did not answer (${typeof code === 'string' ? code : 'no code'})`,
  );
}
