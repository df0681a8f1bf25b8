import { administratorRequired, grantRequired, rightBeyondOwn } from '@quittance/access';
import { DomainError, malformedRequest, notFound, type FieldError } from '@quittance/kernel';
import type { KeptFields } from '../fields/kept-fields.js';
import * as ofHttp from '../http.errors.js';

/** Problems that speak of the request and of rights, and of the values of no record. */
const OF_REQUESTS: ReadonlySet<string> = new Set(
  [...Object.values(ofHttp), administratorRequired, grantRequired, rightBeyondOwn]
    .concat(malformedRequest, notFound)
    .map(({ code }) => code),
);
const DIGIT = /\d/;

/**
 * A refusal as somebody is told it who is not shown all of every record: why something cannot be
 * done is told by its code and title alone, as the sentence may hold a balance, a name or a date
 * that is hidden. The same refusal where nothing is hidden.
 */
export function blankProblem(error: DomainError, kept: KeptFields | undefined): DomainError {
  if (!kept?.hidesAny) return error;
  const { problem, params, options } = error;
  const errors = options.errors?.map(blankField);
  const more = options.more && (kept.shown(options.more) as Readonly<Record<string, unknown>>);
  const told = { ...options, ...(errors && { errors }), ...(more && { more }) };
  if (OF_REQUESTS.has(problem.code) || !problem.detail.includes('{')) {
    return new DomainError(problem, params, told);
  }
  return new DomainError({ ...problem, detail: `${problem.title}.` }, {}, told);
}

/** Told in place of why one row of many was refused. */
const ROW_REFUSED = 'The record was refused.';

/** An answer about many records, of which each that was refused says why, as `blankProblem`. */
export function blankRows(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(blankRows);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, member]) => [
      name,
      name === 'problem' && isRowProblem(member) ? blankRow(member) : blankRows(member),
    ]),
  );
}

interface RowProblem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
}

function isRowProblem(member: unknown): member is RowProblem {
  const { code, detail } = (member ?? {}) as Partial<RowProblem>;
  return typeof code === 'string' && typeof detail === 'string';
}

function blankRow(problem: RowProblem): RowProblem {
  const { errors } = problem;
  const told = { ...problem, ...(errors && { errors: errors.map(blankField) }) };
  return OF_REQUESTS.has(problem.code) ? told : { ...told, detail: ROW_REFUSED };
}

/** What a field is refused for may be measured by a value of its record. */
function blankField(error: FieldError): FieldError {
  return DIGIT.test(error.message) ? { ...error, message: 'is not valid' } : error;
}
