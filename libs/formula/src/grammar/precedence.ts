import { extentOf, type ApplyNode, type FormulaNode } from '../formula-node.js';

/** An operator as it stands in the text. */
export interface OperatorSign {
  readonly sign: string;
  readonly at: number;
}

/** What binds tighter has the higher number. All go from left to right, as in a spreadsheet. */
const BINDING: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '=': 3,
  '<>': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '&': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '^': 7,
};

function bindingOf({ sign }: OperatorSign): number {
  return BINDING[sign] ?? 0;
}

function joined(operands: FormulaNode[], { sign, at }: OperatorSign): ApplyNode {
  const [left, right] = operands.splice(-2) as [FormulaNode, FormulaNode];
  const span = { start: extentOf(left).start, end: extentOf(right).end };
  return { kind: 'apply', span, style: 'infix', name: sign, at, operands: [left, right] };
}

/**
 * The tree of `first op second op third …` (one operator fewer than operands), without recursion.
 */
export function byPrecedence(
  chain: readonly FormulaNode[],
  signs: readonly OperatorSign[],
): FormulaNode {
  const operands: FormulaNode[] = chain.slice(0, 1);
  const waiting: OperatorSign[] = [];
  const close = (binding: number): void => {
    for (let last = waiting.at(-1); last && bindingOf(last) >= binding; last = waiting.at(-1)) {
      waiting.pop();
      operands.push(joined(operands, last));
    }
  };
  signs.forEach((sign, i) => {
    close(bindingOf(sign));
    waiting.push(sign);
    operands.push(chain[i + 1] as FormulaNode);
  });
  close(0);
  return operands[0] as FormulaNode;
}
