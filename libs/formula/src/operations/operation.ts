import type { FormulaInput, FormulaType, FormulaValue } from '../formula-value.js';
import { MAX_WORK, OPERATION_WORK } from '../limits.js';

/** Why a part of a formula has no value. */
export type EmptyReason =
  | 'empty_field'
  | 'null'
  | 'empty_operand'
  | 'division_by_zero'
  | 'not_whole'
  | 'out_of_range'
  | 'not_a_date'
  | 'not_a_number'
  | 'too_large'
  | 'text_too_long'
  | 'no_match'
  | 'too_much_work';

/** What is empty because something that it is made of is. */
const BLANK: ReadonlySet<EmptyReason> = new Set(['empty_field', 'null', 'empty_operand']);

/** One evaluation under way. */
export class Evaluation {
  /** Why the last part that had no value had none. */
  reason: EmptyReason | undefined;
  /** Something could not be worked out although nothing that it needs is empty. */
  failed = false;

  private readonly most: number;
  private work: number;

  /**
   * With what is left of a budget that it shares, where that is less than an evaluation may cost.
   */
  constructor(readonly input: FormulaInput) {
    this.most = Math.min(MAX_WORK, input.budget?.left ?? MAX_WORK);
    this.work = this.most;
  }

  /** No value, for a reason that a trace can show. */
  empty(reason: EmptyReason): null {
    this.reason = reason;
    this.failed ||= !BLANK.has(reason);
    return null;
  }

  /** Takes from what the evaluation may cost; false when it is used up. */
  spend(work: number = OPERATION_WORK): boolean {
    this.work -= work;
    return this.work >= 0;
  }

  get exhausted(): boolean {
    return this.work < 0;
  }

  /**
   * Told once at the end: the shared budget pays what was done, and knows when it was too small.
   */
  settle(): void {
    const { work, most } = this;
    const wanted = this.exhausted && most < MAX_WORK;
    this.input.budget?.spend(wanted ? most + 1 : most - Math.max(work, 0));
  }
}

export type Evaluator = (evaluation: Evaluation) => FormulaValue;
/** Evaluates those of the operands that it needs, and applies itself to them. */
export type OperatorFunction = (
  evaluation: Evaluation,
  operands: readonly Evaluator[],
) => FormulaValue;

/** One operand of an operation. */
export interface Parameter {
  readonly name: string;
  readonly types: readonly FormulaType[];
  /** Operands with the same letter are of one type. */
  readonly alike?: string;
  /** The only texts that mean something, in small letters. */
  readonly among?: readonly string[];
}

export interface FormulaOperation {
  readonly name: string;
  /** As a person writes it: `ROUND(number, [digits])`. */
  readonly signature: string;
  readonly description: string;
  readonly least: number;
  readonly most: number;
  /** Which operands it takes when it is given so many. */
  parameter(index: number, count: number): Parameter;
  /** The type of the result; undefined when the operands do not go together. */
  result(types: readonly FormulaType[]): FormulaType | undefined;
  /** How it is carried out on operands of these types. */
  operator(types: readonly FormulaType[]): OperatorFunction;
  /** Of one that is given the name of a field, not its value, and asks what a change did to it. */
  ofChange?(path: readonly string[]): OperatorFunction;
}

export const ANY: readonly FormulaType[] = [
  'text',
  'number',
  'boolean',
  'date',
  'datetime',
  'time',
];
export const DAYS: readonly FormulaType[] = ['date', 'datetime'];

export function parameter(
  name: string,
  types: FormulaType | readonly FormulaType[],
  alike?: string,
): Parameter {
  return { name, types: typeof types === 'string' ? [types] : types, alike };
}

/** The one type of all; `any-null` where all are, undefined where two differ. */
export function commonType(types: readonly FormulaType[]): FormulaType | undefined {
  const known = types.filter((type) => type !== 'any-null');
  if (known.length === 0) return 'any-null';
  return known.every((type) => type === known[0]) ? known[0] : undefined;
}

/** Evaluates all operands first; without a value where one has none. */
export function strict<V extends readonly unknown[]>(
  apply: (values: V, evaluation: Evaluation) => FormulaValue,
): OperatorFunction {
  return (evaluation, operands) => {
    const values: FormulaValue[] = [];
    for (const operand of operands) {
      const value = operand(evaluation);
      if (value === null) return evaluation.empty('empty_operand');
      values.push(value);
    }
    return apply(values as unknown[] as unknown as V, evaluation);
  };
}

/** Evaluates all operands first; an empty text stands for the empty ones. */
export function lenient(
  apply: (values: readonly FormulaValue[], evaluation: Evaluation) => FormulaValue,
): OperatorFunction {
  return (evaluation, operands) =>
    apply(
      operands.map((operand) => operand(evaluation)),
      evaluation,
    );
}

interface Definition {
  readonly name: string;
  readonly description: string;
  readonly required: readonly Parameter[];
  readonly optional?: readonly Parameter[];
  /** Taken any number of times after the others. */
  readonly repeated?: Parameter;
  readonly result: FormulaType | ((types: readonly FormulaType[]) => FormulaType | undefined);
  readonly run:
    | OperatorFunction
    | { readonly byTypes: (types: readonly FormulaType[]) => OperatorFunction };
}

/** Most arguments of a function that takes any number. */
const MOST = 100;

function signatureOf({ name, required, optional = [], repeated }: Definition): string {
  const words = [
    ...required.map((given) => given.name),
    ...optional.map((given) => `[${given.name}]`),
    ...(repeated ? [`[${repeated.name}], …`] : []),
  ];
  return `${name}(${words.join(', ')})`;
}

/** A function whose operands follow one another in one order. */
export function define(definition: Definition): FormulaOperation {
  const { name, description, required, optional = [], repeated, result, run } = definition;
  const all = [...required, ...optional];
  return {
    name,
    description,
    signature: signatureOf(definition),
    least: required.length,
    most: repeated ? MOST : all.length,
    parameter: (index) => (all[index] ?? repeated) as Parameter,
    result: (types) => (typeof result === 'string' ? result : result(types)),
    operator: (types) => (typeof run === 'function' ? run : run.byTypes(types)),
  };
}
