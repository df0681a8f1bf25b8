import {
  checkFormula,
  FormulaError,
  isNumber,
  shownText,
  type CheckedFormula,
  type FormulaInput,
} from '@quittance/formula';
import type { FieldError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import { requestTooCostly } from '@quittance/objects';
import { ruleScope } from './record-formulas.js';

/*
 * A text of a rule shows values between `{{` and `}}`: a field of the record, one over a lookup, or
 * any formula, with the filters of Liquid that formulas know. It is no language of its own, so that
 * what it names is checked when the rule is saved, is counted when a field is deleted, and costs
 * what formulas cost.
 */

/** Values that one text shows at most. */
const MOST_VALUES = 20;

/** The filters of Liquid that may follow a value. */
const FILTERS: Readonly<Record<string, string>> = {
  upcase: 'UPPER',
  downcase: 'LOWER',
  strip: 'TRIM',
  default: 'BLANKVALUE',
};

type Part = { readonly text: string } | { readonly formula: string };

/** A text that is ready to be filled in. */
export interface MergeText {
  readonly parts: readonly (string | CheckedFormula)[];
}

/** The text in its parts, or what is wrong with it. */
function partsOf(text: string): readonly Part[] | string {
  if (text.includes('{%')) return 'A text of a rule shows values by {{ }}; it has no tags.';
  const parts: Part[] = [];
  let at = 0;
  for (let values = 0; ; values += 1) {
    const start = text.indexOf('{{', at);
    if (start < 0) return [...parts, { text: text.slice(at) }];
    if (values === MOST_VALUES) return `A text shows at most ${MOST_VALUES} values.`;
    const end = endOf(text, start + 2);
    if (end < 0) return 'A {{ is not closed by }}.';
    const formula = formulaOf(text.slice(start + 2, end));
    if (formula === undefined) {
      const shown = text.slice(start, end + 2).slice(0, 80);
      const known = Object.keys(FILTERS).join(', ');
      return `${shown} has a filter that there is not; there are ${known}.`;
    }
    parts.push({ text: text.slice(at, start) }, { formula });
    at = end + 2;
  }
}

/** Where `}}` stands outside of quotes; -1 where it does not. */
function endOf(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (text.startsWith('}}', at)) return at;
  }
  return -1;
}

/** `name | default: "you" | upcase` as a formula; undefined for a filter that there is not. */
function formulaOf(shown: string): string | undefined {
  const [value = '', ...filters] = separated(shown);
  let formula = value.trim();
  for (const filter of filters) {
    const [, name = '', argument] = /^\s*([a-z]+)\s*(?::([^]*))?$/.exec(filter) ?? [];
    const called = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
    if (called === undefined || (name === 'default') !== (argument !== undefined)) return undefined;
    formula = `${called}(${formula}${argument === undefined ? '' : `, ${argument.trim()}`})`;
  }
  return formula;
}

/** By `|` outside of quotes; `||` is an operator of the formula. */
function separated(shown: string): readonly string[] {
  const parts = [''];
  let quote = '';
  for (const [sign] of shown.matchAll(/\|\||[^]/g)) {
    if (quote === '' && sign === '|') parts.push('');
    else parts[parts.length - 1] += sign;
    if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = '';
  }
  return parts;
}

/** The formulas of a text, whether they can be read or not. */
function formulasIn(text: string): readonly string[] {
  const parts = partsOf(text);
  return typeof parts === 'string'
    ? []
    : parts.flatMap((part) => ('formula' in part ? [part.formula] : []));
}

/** Null where it does not fit the fields of the object any longer. */
function compile(object: CompanyObject, text: string): MergeText | null {
  const parts = partsOf(text);
  if (typeof parts === 'string') return null;
  try {
    const scope = ruleScope(object);
    return {
      parts: parts.map((part) =>
        'formula' in part ? checkFormula(part.formula, scope) : part.text,
      ),
    };
  } catch (error) {
    if (error instanceof FormulaError) return null;
    throw error;
  }
}

/** What is wrong with a text that somebody writes. */
function faults(
  object: CompanyObject,
  text: string | null | undefined,
  pointer: string,
): readonly FieldError[] {
  const parts = partsOf(text ?? '');
  if (typeof parts === 'string') return [{ pointer, code: 'merge_syntax', message: parts }];
  return parts.flatMap((part) => {
    if (!('formula' in part)) return [];
    try {
      checkFormula(part.formula, ruleScope(object));
      return [];
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      const [{ code, message }] = error.faults;
      const at = `In {{ ${part.formula.slice(0, 80)} }}: `;
      return [{ pointer, code: `formula_${code}`, message: `${at}${message}` }];
    }
  });
}

/**
 * The text with what the record holds; what is empty shows nothing.
 * @param most characters; what is longer is cut off
 * @throws DomainError request_too_costly
 */
function filled(
  { name: object }: CompanyObject,
  { parts }: MergeText,
  input: FormulaInput,
  most: number,
): string {
  const shown = parts.map((part) => {
    if (typeof part === 'string') return part;
    const { value, unaffordable } = part.outcome(input);
    if (unaffordable) throw requestTooCostly({ object });
    return isNumber(value) ? shownText(value) : String(value ?? '');
  });
  const whole = shown.join('');
  return whole.length <= most
    ? whole
    : `${whole.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Texts of rules that show what a record holds. */
export const mergeText = { formulasIn, compile, faults, filled } as const;
