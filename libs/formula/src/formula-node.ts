import type { FormulaType, FormulaValue } from './formula-value.js';

/** Where a part of a formula stands in its text: from `start` up to, not including, `end`. */
export interface FormulaSpan {
  readonly start: number;
  readonly end: number;
}

interface PartNode {
  readonly span: FormulaSpan;
  /** The brackets that stand round it and what is in them, where there are any. */
  readonly bracketed?: FormulaSpan;
}

export interface LiteralNode extends PartNode {
  readonly kind: 'literal';
  readonly type: FormulaType;
  readonly value: FormulaValue;
}

export interface FieldNode extends PartNode {
  readonly kind: 'field';
  readonly path: readonly string[];
}

/** An operator with its operands or a function with its arguments. */
export interface ApplyNode extends PartNode {
  readonly kind: 'apply';
  readonly style: 'prefix' | 'infix' | 'postfix' | 'call';
  /** The sign of the operator or the name of the function in capitals. */
  readonly name: string;
  /** Offset of that sign or name. */
  readonly at: number;
  readonly operands: readonly FormulaNode[];
}

/** The tree of a formula, before its types are known. */
export type FormulaNode = LiteralNode | FieldNode | ApplyNode;

/** What a part takes up in the text, with the brackets round it. */
export function extentOf({ span, bracketed }: FormulaNode): FormulaSpan {
  return bracketed ?? span;
}
