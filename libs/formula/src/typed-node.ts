import type { ApplyNode, FieldNode, LiteralNode } from './formula-node.js';
import type { FormulaType } from './formula-value.js';
import type { OperatorFunction } from './operations/operation.js';

interface TypedLeaf {
  readonly node: LiteralNode | FieldNode;
  readonly type: FormulaType;
  /** A field of numbers as an operand of arithmetic, one of TRUE and FALSE as a condition. */
  readonly zeroed?: boolean;
}

interface TypedApply {
  readonly node: ApplyNode;
  readonly type: FormulaType;
  readonly operator: OperatorFunction;
  /** PRIORVALUE as such an operand. */
  readonly zeroed?: boolean;
  readonly operands: readonly TypedNode[];
}

/** A part of a formula whose type is known and that can be carried out. */
export type TypedNode = TypedLeaf | TypedApply;

export function isApplied(typed: TypedNode): typed is TypedApply {
  return typed.node.kind === 'apply';
}
