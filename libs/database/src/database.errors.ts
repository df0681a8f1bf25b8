import { DomainError, defineProblem } from '@quittance/kernel';

export const databaseUnavailable = defineProblem(
  'database_unavailable',
  503,
  'The database is not available',
  '{reason} Nothing was changed; try again.',
);

export const databaseBusy = defineProblem(
  'database_busy',
  503,
  'Too much contention',
  'Other requests hold the same records. Nothing was changed; try again.',
);

export const preconditionFailed = defineProblem(
  'precondition_failed',
  412,
  'The record was changed in the meantime',
  'What was asked for is about {expected}, the record is at version {actual}.',
);

const DEADLOCK = '40P01';
/** Serialisation failure, deadlock, lock time-out: the whole unit may run again. */
const RETRYABLE = new Set(['40001', DEADLOCK, '55P03']);
/** Why callers have to come again, where it is not the usual: that no answer came in time. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['25006', 'The database takes no changes at present: it is read-only.'],
  ['53100', 'The database takes no changes at present: its disk is full.'],
  ['53200', 'The database has no memory left for this at present.'],
]);
const NO_ANSWER = 'The database did not answer in time.';
/**
 * Shutdown, too many connections, cancelled statement, no memory left (for locks neither),
 * read-only, disk full, stood still too long.
 */
const CANCELLED = '57014';
const UNAVAILABLE = new Set([
  '57P01',
  '57P02',
  '57P03',
  CANCELLED,
  '53300',
  '53200',
  '53100',
  '25006',
  '25P03',
]);
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Violations that only say that another transaction was first. */
const lostRaces = new WeakSet<object>();

/** What `receivables.check_books` raises when the books of a transaction would not agree. */
const BOOKS_DISAGREE = 'QB001';

/**
 * Whether a transaction failed because its books would not agree: a fault of ours, which would only
 * happen again.
 */
export function saysBooksDisagree(error: unknown): boolean {
  return codeOf(error) === BOOKS_DISAGREE;
}

/** Whether transactions waited for each other, and this one was broken to let the others go on. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === DEADLOCK;
}

/** Whether the whole unit may run again. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(codeOf(error) ?? '') || lostRaces.has(error as object);
}

/**
 * Whether a refusal says nothing about what was worked on, as the database is away or something is
 * overloaded (503): whoever works through many stops and tries again later.
 */
export function isForLater(error: unknown): boolean {
  return error instanceof DomainError && error.status === 503 && !tookTooLong(error);
}

/**
 * Whether a statement was cancelled as it took too long. Callers are told that the database is not
 * available, but it is there: the same work would only be cancelled again.
 */
function tookTooLong(error: unknown): boolean {
  const cause = error instanceof DomainError ? error.cause : error;
  return codeOf(cause) === CANCELLED;
}

/** A constraint that does not hold, with the table whose it is, where that is told. */
export interface ConstraintViolation {
  readonly code: string;
  readonly constraint: string;
  readonly schema?: string | undefined;
  readonly table?: string | undefined;
}

/**
 * What an error says of a violated constraint or unique index; undefined of another. A coordinator
 * passes on the sentence of the machine on which the company is and nothing else: the names in it
 * are those of a shard.
 */
export function violationOf(error: unknown): ConstraintViolation | undefined {
  const code = codeOf(error) ?? '';
  if (!/^23\d{3}$/.test(code)) return undefined;
  const { constraint, schema, table, message } = error as Partial<ConstraintViolation> & Error;
  if (constraint !== undefined) return { code, constraint, schema, table };
  const names = [...message.matchAll(/"([^"]+?)(?:_\d+)?"/g)].map(([, name = '']) => name);
  // Of three names the first is what is referred to, and the last what refers to it.
  const [told, other] = names.length === 3 ? [names[1], names[2]] : [names.at(-1), names.at(-2)];
  return told === undefined ? undefined : { code, constraint: told, table: other };
}

/** Whether the error is a violation of this constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return violationOf(error)?.constraint === constraint;
}

/**
 * For the `catch` of a statement that finds what it adds added meanwhile: the whole unit runs
 * again, as after a serialisation failure, and sees it. The error itself is marked, as statements
 * behind it in the same round trip are heard too and know of no other cause.
 */
export function runAgainWhenTaken(constraint: string): (error: unknown) => never {
  return (error) => {
    if (violates(error, constraint)) lostRaces.add(error as object);
    throw error;
  };
}

/**
 * Turns a lost or overloaded database into the refusal a caller can retry; leaves the rest alone.
 */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  if (isRetryable(error)) return databaseBusy({}, { retryAfter: 1, cause: error });
  const code = codeOf(error) ?? '';
  const message = error instanceof Error ? error.message : '';
  const lost = /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(
    message,
  );
  if (UNAVAILABLE.has(code) || NETWORK.has(code) || code.startsWith('08') || lost) {
    const reason = REASONS.get(code) ?? NO_ANSWER;
    return databaseUnavailable({ reason }, { retryAfter: 2, cause: error });
  }
  return error;
}
