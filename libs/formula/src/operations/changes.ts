import { fieldValueOf } from './numbers.js';
import {
  ANY,
  define,
  parameter,
  type FormulaOperation,
  type OperatorFunction,
} from './operation.js';

const field = parameter('field', ANY);

/** The name of a field, not its value, is what such a function is given. */
type OfField = (path: readonly string[]) => OperatorFunction;

function ofChange(operation: FormulaOperation, make: OfField): FormulaOperation {
  return { ...operation, ofChange: make };
}

/** Only ever asked through `ofChange`. */
const unasked: OperatorFunction = (evaluation) => evaluation.empty('null');

/**
 * Functions that compare a record with what it was before the change that a formula is asked about.
 */
export const CHANGES: readonly FormulaOperation[] = [
  ofChange(
    define({
      name: 'PRIORVALUE',
      description:
        'In rules: what the field held before the change; empty where the record is new.',
      required: [field],
      result: ([type]) => type,
      run: unasked,
    }),
    (path) => (evaluation) => {
      if (!evaluation.spend()) return evaluation.empty('too_much_work');
      const value = evaluation.input.change?.prior(path) ?? null;
      return value === null ? evaluation.empty('empty_field') : fieldValueOf(value);
    },
  ),
  ofChange(
    define({
      name: 'ISCHANGED',
      description:
        'In rules: whether the change gave the field another value; never of a new record.',
      required: [field],
      result: 'boolean',
      run: unasked,
    }),
    (path) => (evaluation) => evaluation.input.change?.isChanged(path) ?? false,
  ),
  ofChange(
    define({
      name: 'ISNEW',
      description: 'In rules: whether the record was made, not changed.',
      required: [],
      result: 'boolean',
      run: unasked,
    }),
    () => (evaluation) => evaluation.input.change?.isNew ?? false,
  ),
];
