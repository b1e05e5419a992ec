import type { en } from '#i18n/en.ts';

/** Every code an error answer may carry: the keys of the English catalogue (specification point 8). */
export type ErrorCode = keyof typeof en.errors;

/**
 * The one way to refuse. `code` is a key of the catalogue; `details` are values for the text (a clock time, a limit),
 * never personal data. With which HTTP status it is answered follows from the code (`kernel/statuses.ts` of the server);
 * `status` is given where it is another one here than everywhere else.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly status: number | undefined;

  constructor(code: ErrorCode, details?: ErrorDetails, status?: number) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

export type ErrorDetails = Readonly<Record<string, string | number>>;

/** The body of every error answer (specification point 5): first code, status, and values for its text. */
export interface ErrorBody {
  errors: string[];
  code: number;
  details?: ErrorDetails;
}

/** Recognises an error body: numeric code of 400 or more and a list of strings (specification point 5). */
export function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null) return false;
  const { errors, code } = value as Record<string, unknown>;
  return (
    typeof code === 'number' &&
    code >= 400 &&
    Array.isArray(errors) &&
    errors.every((error) => typeof error === 'string')
  );
}
