export {
  FORMULA_FUNCTIONS,
  FORMULA_OPERATORS,
  type FormulaFunction,
} from './operations/catalogue.js';
