import { fieldValue, orZero } from './evaluate.js';
import type { FormulaSpan } from './formula-node.js';
import {
  isNumber,
  type FormulaInput,
  type FormulaType,
  type FormulaValue,
} from './formula-value.js';
import {
  Evaluation,
  type EmptyReason,
  type Evaluator,
  type OperatorFunction,
} from './operations/operation.js';
import { shownText } from './operations/texts.js';
import { isApplied, type TypedNode } from './typed-node.js';

/** Characters of a text that a trace shows. */
const SHOWN = 200;

const REASONS: Readonly<Record<EmptyReason, string>> = {
  empty_field: 'The field is empty.',
  null: 'NULL is empty.',
  empty_operand: 'An operand is empty.',
  division_by_zero: 'A division by zero.',
  not_whole: 'The exponent is no whole number.',
  out_of_range: 'A number is outside of what the function takes.',
  not_a_date: 'There is no such day.',
  not_a_number: 'The text is no number.',
  too_large: 'The result has too many digits.',
  text_too_long: 'The result is too long.',
  no_match: 'Nothing matches, and there is no other result.',
  too_much_work: 'The formula costs too much to evaluate.',
};

/** Why there is no value. */
export interface FormulaEmptiness {
  readonly code: EmptyReason;
  /** A sentence for the person who looks for the reason. */
  readonly message: string;
}

/** One part of a formula as it was evaluated: plain data, ready to be shown. */
export interface FormulaTrace {
  /** The text of the part. */
  readonly text: string;
  readonly span: FormulaSpan;
  readonly kind: 'literal' | 'field' | 'operator' | 'function';
  /** The sign, the name of the function or field; absent for a literal. */
  readonly name?: string;
  readonly type: FormulaType;
  /** False for an operand that was not needed, such as the other branch of an IF. */
  readonly evaluated: boolean;
  /** Decimals as text; texts cut off after 200 characters. */
  readonly value: string | boolean | null;
  /** Present where it was evaluated and came to nothing. */
  readonly empty?: FormulaEmptiness;
  readonly operands: readonly FormulaTrace[];
}

function shownValue(value: FormulaValue): string | boolean | null {
  if (isNumber(value)) return shownText(value);
  if (typeof value !== 'string' || value.length <= SHOWN) return value;
  const cut = value.slice(0, SHOWN);
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}

function described(source: string, typed: TypedNode): Omit<FormulaTrace, 'operands' | 'value'> {
  const { node, type } = typed;
  const text = source.slice(node.span.start, node.span.end);
  const base = { text, span: node.span, type, evaluated: false };
  if (node.kind === 'literal') return { ...base, kind: 'literal' };
  if (node.kind === 'field') return { ...base, kind: 'field', name: node.path.join('.') };
  const kind = node.style === 'call' ? 'function' : 'operator';
  return { ...base, kind, name: node.name };
}

function unused(source: string, typed: TypedNode): FormulaTrace {
  const operands = isApplied(typed) ? typed.operands.map((part) => unused(source, part)) : [];
  return { ...described(source, typed), value: null, operands };
}

function leafValue(evaluation: Evaluation, { node }: TypedNode): FormulaValue {
  if (node.kind === 'field') {
    const value = fieldValue(evaluation, node.path);
    return value ?? evaluation.empty(evaluation.exhausted ? 'too_much_work' : 'empty_field');
  }
  const value = node.kind === 'literal' ? node.value : null;
  return value ?? evaluation.empty('null');
}

interface Traced {
  readonly value: FormulaValue;
  readonly trace: FormulaTrace;
}

/**
 * Evaluates with the same operators as the compiled formula, over operands that write down what
 * they came to when they are asked.
 */
class Tracer {
  readonly evaluation: Evaluation;

  constructor(
    private readonly source: string,
    input: FormulaInput,
  ) {
    this.evaluation = new Evaluation(input);
  }

  traced(typed: TypedNode): Traced {
    const { evaluation } = this;
    const parts = isApplied(typed) ? typed.operands : [];
    const traces: (FormulaTrace | undefined)[] = [];
    const operands = parts.map((part, i): Evaluator =>
      orZero(part, () => {
        const { value, trace } = this.traced(part);
        traces[i] = trace;
        return value;
      }),
    );
    const value = isApplied(typed)
      ? this.applied(typed.operator, operands)
      : orZero(typed, () => leafValue(evaluation, typed))(evaluation);
    const reason = value === null ? (evaluation.reason ?? 'empty_operand') : undefined;
    const trace = {
      ...described(this.source, typed),
      evaluated: true,
      value: shownValue(value),
      ...(reason && { empty: { code: reason, message: REASONS[reason] } }),
      operands: parts.map((part, i) => traces[i] ?? unused(this.source, part)),
    };
    return { value, trace };
  }

  private applied(operator: OperatorFunction, operands: readonly Evaluator[]): FormulaValue {
    const { evaluation } = this;
    return evaluation.spend() ? operator(evaluation, operands) : evaluation.empty('too_much_work');
  }
}

export function traceOf(source: string, typed: TypedNode, input: FormulaInput): FormulaTrace {
  const tracer = new Tracer(source, input);
  const { trace } = tracer.traced(typed);
  tracer.evaluation.settle();
  return trace;
}
