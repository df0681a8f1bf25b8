import type { FormulaType, FormulaValue } from './formula-value.js';

/** Where a part of a formula stands in its text: from `start` up to, not including, `end`. */
export interface FormulaSpan {
  readonly start: number;
  readonly end: number;
}

export interface LiteralNode {
  readonly kind: 'literal';
  readonly span: FormulaSpan;
  readonly type: FormulaType;
  readonly value: FormulaValue;
}

export interface FieldNode {
  readonly kind: 'field';
  readonly span: FormulaSpan;
  readonly path: readonly string[];
}

/** An operator with its operands or a function with its arguments. */
export interface ApplyNode {
  readonly kind: 'apply';
  readonly span: FormulaSpan;
  readonly style: 'prefix' | 'infix' | 'call';
  /** The sign of the operator or the name of the function in capitals. */
  readonly name: string;
  /** Offset of that sign or name. */
  readonly at: number;
  readonly operands: readonly FormulaNode[];
}

/** The tree of a formula, before its types are known. */
export type FormulaNode = LiteralNode | FieldNode | ApplyNode;
