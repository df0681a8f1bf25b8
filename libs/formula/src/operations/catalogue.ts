import { INFIX_ARITHMETIC, NEGATION, PERCENT } from './arithmetic.js';
import { CHANGES } from './changes.js';
import { SELECTIONS } from './choices.js';
import { COMPARISONS } from './comparison.js';
import { DATE_PARTS } from './date-parts.js';
import { DATES } from './dates.js';
import { INFIX_LOGIC, LOGIC, NEGATED } from './logic.js';
import { MATH } from './math.js';
import type { FormulaOperation } from './operation.js';
import { POWERS } from './powers.js';
import { TEXT_FORMS } from './text-forms.js';
import { CONCATENATION, TEXTS } from './texts.js';

function byName(operations: readonly FormulaOperation[]): ReadonlyMap<string, FormulaOperation> {
  return new Map(operations.map((operation) => [operation.name, operation]));
}

export const FUNCTIONS = byName([
  ...LOGIC,
  ...SELECTIONS,
  ...MATH,
  ...POWERS,
  ...TEXTS,
  ...TEXT_FORMS,
  ...DATES,
  ...DATE_PARTS,
  ...CHANGES,
]);

const OPERATIONS = {
  call: FUNCTIONS,
  infix: byName([...INFIX_ARITHMETIC, CONCATENATION, ...COMPARISONS, ...INFIX_LOGIC]),
  prefix: byName([NEGATION, NEGATED]),
  postfix: byName([PERCENT]),
} as const;

/** Undefined for a name that no function has. */
export function operationOf(
  style: keyof typeof OPERATIONS,
  name: string,
): FormulaOperation | undefined {
  return OPERATIONS[style].get(name);
}

/** A function or an operator, as documentation and an editor show it. */
export interface FormulaFunction {
  readonly name: string;
  readonly signature: string;
  readonly description: string;
}

function shown({ name, signature, description }: FormulaOperation): FormulaFunction {
  return { name, signature, description };
}

/** Every function of the language, by name. */
export const FORMULA_FUNCTIONS: readonly FormulaFunction[] = [...FUNCTIONS.values()]
  .map(shown)
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Every operator, the ones that bind tighter first. */
export const FORMULA_OPERATORS: readonly FormulaFunction[] = [
  PERCENT,
  NEGATION,
  NEGATED,
  ...'^ * / + - & = <> != < <= > >= && ||'
    .split(' ')
    .map((sign) => OPERATIONS.infix.get(sign) as FormulaOperation),
].map(shown);
