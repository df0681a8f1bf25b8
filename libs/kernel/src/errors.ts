/**
 * One field of a request that is wrong. The pointer is a JSON Pointer into the body
 * (`/lines/0/quantity`).
 */
export interface FieldError {
  readonly pointer?: string;
  /** Instead of the pointer for a path, query or header parameter. */
  readonly parameter?: string;
  readonly code: string;
  readonly message: string;
}

export type ProblemParams = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface ProblemOptions {
  readonly errors?: readonly FieldError[];
  /** Seconds for `Retry-After`. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
  /** Members that the document of this refusal has beside those of every one. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Turned away for the load alone, as any caller can bring about: nothing is at fault. */
  readonly turnedAway?: true;
}

/** A refusal with a stable code. One filter turns it into a problem document (RFC 9457). */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly problem: ProblemDefinition,
    readonly params: ProblemParams = {},
    readonly options: ProblemOptions = {},
  ) {
    super(fill(problem.detail, params), { cause: options.cause });
  }

  get code(): string {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }
}

export interface ProblemDefinition {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** A sentence with `{name}` places that are filled from the parameters. */
  readonly detail: string;
}

/** Makes the error of one problem; carries its definition for documentation. */
export interface Problem extends ProblemDefinition {
  (params?: ProblemParams, options?: ProblemOptions): DomainError;
}

const catalogue = new Map<string, ProblemDefinition>();

/**
 * Declares a problem once, for throwing, for OpenAPI and for `docs/problems.md`. Codes are unique.
 */
export function defineProblem(
  code: string,
  status: number,
  title: string,
  detail: string,
): Problem {
  if (catalogue.has(code)) throw new Error(`Problem ${code} is defined twice`);
  const definition: ProblemDefinition = { code, status, title, detail };
  catalogue.set(code, definition);
  const make = (params?: ProblemParams, options?: ProblemOptions) =>
    new DomainError(definition, params, options);
  return Object.assign(make, definition);
}

/** Every problem defined by the libs that are loaded, sorted by code. */
export function problemCatalogue(): readonly ProblemDefinition[] {
  return [...catalogue.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Parameters that are states or steps: codes, which a sentence says in words. */
const STATES: ReadonlySet<string> = new Set(['status', 'state', 'operation']);

function fill(sentence: string, params: ProblemParams): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const said = String(params[name] ?? '');
    return STATES.has(name) && /^[a-z]+(?:[_-][a-z]+)+$/.test(said)
      ? said.replaceAll(/[_-]/g, ' ')
      : said;
  });
}

/** A label as it stands within a sentence: “Price book” is a price book, “SLA” stays. Pure. */
function inSentence(label: string): string {
  return label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
}

/** No such record in this company and scope: the same answer for another company's record. */
export const notFound = defineProblem(
  'not_found',
  404,
  'Not found',
  'There is no such {object} in this company.',
);

/** What cannot be read as what it should be: an unknown member, a wrong type, a broken header. */
export const malformedRequest = defineProblem(
  'malformed_request',
  400,
  'The request cannot be read',
  '{reason}',
);

export const validationFailed = defineProblem(
  'validation_failed',
  422,
  'The request is not valid',
  'One or more fields are not valid.',
);

const referenceNotFound = defineProblem(
  'reference_not_found',
  422,
  'What is named is not there',
  'There is no such {object}, or it is beyond what the user reaches.',
);

/**
 * The usual refusal of a field-by-field check. Where nothing is wrong but that what the fields name
 * is not there, that is what the refusal is called.
 */
export function invalidFields(errors: readonly FieldError[]): DomainError {
  const isMissing = ({ code }: FieldError) => code === referenceNotFound.code;
  if (errors.length === 0 || !errors.every(isMissing)) return validationFailed({}, { errors });
  return referenceNotFound({ object: 'record' }, { errors });
}

export function invalidField(pointer: string, code: string, message: string): DomainError {
  return invalidFields([{ pointer, code, message }]);
}

/**
 * What a member of a body names: that it is not there is told at the member, whoever looks for it.
 * @throws DomainError reference_not_found instead of not_found
 */
async function referred<T>(pointer: string, found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== notFound.code) throw error;
    throw invalidField(pointer, referenceNotFound.code, error.message);
  }
}

/** What one record says of another. */
export const references = { notFound: referenceNotFound, at: referred, called: inSentence };

/**
 * A process cannot begin: its message says to a person what to do, and that is all there is to say.
 */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}

/** What a process that could not begin says at its end. */
export function lastWords(error: unknown): string {
  if (error instanceof CannotStart) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
