export { BLANKS, type BlankAs, blanksAs } from './blanks.js';
export { type CheckedFormula, checkFormula } from './check-formula.js';
export { findCycle, formulaDependencies } from './dependencies.js';
export { FormulaError, type FormulaFault } from './formula-error.js';
export {
  type FormulaChange,
  type FormulaField,
  type FormulaInput,
  type FormulaScope,
  type FormulaType,
  type FormulaValue,
  isNumber,
} from './formula-value.js';
export { MAX_FORMULA_LENGTH } from './limits.js';
export { parseNumber } from './operations/numbers.js';
export { shownText } from './operations/texts.js';
export { readAhead } from './parse-formula.js';
export type { FormulaTrace } from './trace.js';
