import type { Decimal } from '@quittance/money';
import type { Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';

/** `any-null` is the type of NULL alone: it goes with every other. */
export type FormulaType = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'time' | 'any-null';

/**
 * A value in a formula: numbers are exact decimals, dates `YYYY-MM-DD`, instants RFC 3339 in UTC,
 * times `HH:MM:SS`. Null is the empty value, and what cannot be evaluated.
 */
export type FormulaValue = string | boolean | Decimal | null;

/** What several evaluations may cost together, in the same units as each alone. */
export interface FormulaBudget {
  readonly left: number;
  spend(work: number): boolean;
}

/** The change of a record that a formula is asked about. */
export interface FormulaChange {
  /** The record was made; then nothing of it has changed, and it was nothing before. */
  readonly isNew: boolean;
  /** Whether the change gave the field another value. */
  isChanged(path: readonly string[]): boolean;
  /** What the field held before, of the type that its scope gave it. */
  prior(path: readonly string[]): FormulaValue;
}

/** What a formula is evaluated on. */
export interface FormulaInput {
  /** The value of a field the formula names, of the type that its scope gave it. */
  value(path: readonly string[]): FormulaValue;
  /**
   * Where the scope is one of changes; absent there it is as if a record had been looked at only.
   */
  readonly change?: FormulaChange;
  readonly now: Instant;
  readonly today: LocalDate;
  /** Zone in which an instant has its day, for YEAR, MONTH, DAY and DATEDIFF; UTC when absent. */
  readonly timeZone?: string;
  /** What an empty number is in `+ - * / ^ %`: `zero`, or (where absent) without a value. */
  readonly blankAs?: 'zero';
  /**
   * A condition that meets an empty operand is neither true nor false, and stays so in IF, AND, OR
   * and NOT unless something else settles them. Where absent it does not hold.
   */
  readonly leavesOpen?: boolean;
  /** Shared with other evaluations; absent where each is bounded for itself alone. */
  readonly budget?: FormulaBudget;
}

export interface FormulaField {
  readonly type: FormulaType;
  /** API name of the object that the first of two names leads to. */
  readonly via?: string;
  /** Nobody changes it: it has no value before a change that could be asked for. */
  readonly computed?: boolean;
}

/** The fields that a formula may name. */
export interface FormulaScope {
  /** Undefined for a field that there is not. One name, or two through a lookup. */
  field(path: readonly string[]): FormulaField | undefined;
  /** Formulas are asked about a change: PRIORVALUE, ISCHANGED and ISNEW are refused elsewhere. */
  readonly ofChange?: boolean;
}

export function isNumber(value: FormulaValue): value is Decimal {
  return typeof value === 'object' && value !== null;
}
