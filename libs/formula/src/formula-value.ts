import type { Decimal, Instant, LocalDate } from '@quittance/kernel';

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

/** What a formula is evaluated on. */
export interface FormulaInput {
  /** The value of a field the formula names, of the type that its scope gave it. */
  value(path: readonly string[]): FormulaValue;
  readonly now: Instant;
  readonly today: LocalDate;
  /** Zone in which an instant has its day, for YEAR, MONTH, DAY and DATEDIFF; UTC when absent. */
  readonly timeZone?: string;
  /** Shared with other evaluations; absent where each is bounded for itself alone. */
  readonly budget?: FormulaBudget;
}

export interface FormulaField {
  readonly type: FormulaType;
  /** API name of the object that the first of two names leads to. */
  readonly via?: string;
}

/** The fields that a formula may name. */
export interface FormulaScope {
  /** Undefined for a field that there is not. One name, or two through a lookup. */
  field(path: readonly string[]): FormulaField | undefined;
}

export function isNumber(value: FormulaValue): value is Decimal {
  return typeof value === 'object' && value !== null;
}
