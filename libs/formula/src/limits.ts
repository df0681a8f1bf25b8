/** Characters of the text of a formula. Longer ones are refused unread. */
export const MAX_FORMULA_LENGTH = 4_000;
/** Words, numbers, texts and signs of a formula. */
export const MAX_TOKENS = 1_000;
/** Brackets inside brackets. */
export const MAX_NESTING = 32;
/** Literals, fields, operators and calls together. */
export const MAX_NODES = 500;
/** Digits before the point of any number that a formula meets. */
export const MAX_WHOLE_DIGITS = 30;
/** Digits behind the point: results with more are rounded half away from zero. */
export const MAX_FRACTION_DIGITS = 30;
/** Digits behind the point that a quotient is rounded to, half away from zero. */
export const QUOTIENT_DIGITS = 20;
/** Largest exponent of `^`, either way. */
export const MAX_EXPONENT = 1_000;
/** Digits of an exact power before it is rounded. */
export const MAX_POWER_DIGITS = 1_000;
/** UTF-16 units of a text that a formula makes. */
export const MAX_TEXT_LENGTH = 32_768;
/**
 * What one evaluation may cost, in characters looked at or made. Every operation and every field
 * costs `OPERATION_WORK` besides, one that divides, reads a number or asks for a day in a time zone
 * `DIVISION_WORK`. Enough to go once through the longest rich text and to do 500 operations.
 */
export const MAX_WORK = 150_000;
export const OPERATION_WORK = 32;
export const DIVISION_WORK = 64;
/** Faults reported at once. */
export const MAX_FAULTS = 20;
