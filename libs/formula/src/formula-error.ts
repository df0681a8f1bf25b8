/**
 * A place in the text of a formula. The offset counts UTF-16 units from 0; line and column from 1.
 */
export interface FormulaPosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export type FormulaErrorCode =
  | 'empty'
  | 'too_long'
  | 'too_deep'
  | 'too_complex'
  | 'bad_character'
  | 'bad_escape'
  | 'unterminated_text'
  | 'number_too_long'
  | 'syntax'
  | 'too_many_hops'
  | 'unknown_field'
  | 'unknown_function'
  | 'argument_count'
  | 'argument_type'
  | 'argument_value'
  | 'result_type'
  | 'only_in_rules';

/** One thing that is wrong in a formula. */
export interface FormulaFault {
  readonly code: FormulaErrorCode;
  readonly position: FormulaPosition;
  /** A sentence for the person who wrote the formula. */
  readonly message: string;
}

/** A formula that is refused when it is defined. Carries the first fault; `faults` has them all. */
export class FormulaError extends Error implements FormulaFault {
  override readonly name = 'FormulaError';
  readonly code: FormulaErrorCode;
  readonly position: FormulaPosition;

  constructor(readonly faults: readonly [FormulaFault, ...FormulaFault[]]) {
    super(faults[0].message);
    this.code = faults[0].code;
    this.position = faults[0].position;
  }
}

export function positionAt(text: string, offset: number): FormulaPosition {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { offset, line, column: offset - start + 1 };
}

export function formulaError(
  text: string,
  offset: number,
  code: FormulaErrorCode,
  message: string,
): FormulaError {
  return new FormulaError([{ code, position: positionAt(text, offset), message }]);
}
