export { checkFormula, type CheckedFormula } from './check-formula.js';
export type { FormulaOutcome } from './evaluate.js';
export { findCycle, formulaDependencies } from './dependencies.js';
export {
  FormulaError,
  type FormulaErrorCode,
  type FormulaFault,
  type FormulaPosition,
} from './formula-error.js';
export {
  type ApplyNode,
  type FieldNode,
  type FormulaNode,
  type FormulaSpan,
  type LiteralNode,
} from './formula-node.js';
export {
  isNumber as isFormulaNumber,
  type FormulaChange,
  type FormulaField,
  type FormulaInput,
  type FormulaScope,
  type FormulaType,
  type FormulaValue,
} from './formula-value.js';
export { MAX_FORMULA_LENGTH } from './limits.js';
export {
  FORMULA_FUNCTIONS,
  FORMULA_OPERATORS,
  type FormulaFunction,
} from './operations/catalogue.js';
export { parseNumber as formulaNumber } from './operations/numbers.js';
export { shownText as formulaText } from './operations/texts.js';
export { parseFormula, readAhead } from './parse-formula.js';
export { type FormulaEmptiness, type FormulaTrace } from './trace.js';
