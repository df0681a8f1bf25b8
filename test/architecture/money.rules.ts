import ts from 'typescript';
import { production, violations } from './sources';

/** What is called like this holds money, prices or rates, as a bigint or as decimal text. */
const MONEY =
  /(minor|money|amount|balance|total|subtotal|price|cost|paid|credit(ed)?|refund(ed)?|discount|fee|tax|net|gross|rate)s?$/i;

/** Whole minor units that providers want as a JSON number, far below what one keeps exactly. */
const ON_THE_WIRE = /^libs\/providers\/payment-\w+\/src\/[\w-]+\.ts$/;

/** The name at the end of `a.b.minor`, `minor!`, `(minor)` or `minor.toString()`. */
function endOf(node: ts.Expression): string {
  if (ts.isCallExpression(node)) return endOf(node.expression);
  if (ts.isPropertyAccessExpression(node)) {
    const { text } = node.name;
    return /^(toString|valueOf|trim)$/.test(text) ? endOf(node.expression) : text;
  }
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node))
    return endOf(node.expression);
  if (ts.isAsExpression(node)) return endOf(node.expression);
  return ts.isIdentifier(node) ? node.text : '';
}

/** Whether there is any of it at all is the same of a float. */
function isComparedToZero({ parent }: ts.Node): boolean {
  return (
    ts.isBinaryExpression(parent) &&
    /^[!=]==/.test(parent.operatorToken.getText()) &&
    parent.right.getText() === '0'
  );
}

function isArithmetic(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node)) return isArithmetic(node.parent);
  if (!ts.isBinaryExpression(node)) return false;
  return [
    ts.SyntaxKind.AsteriskToken,
    ts.SyntaxKind.SlashToken,
    ts.SyntaxKind.PlusToken,
    ts.SyntaxKind.MinusToken,
  ].includes(node.operatorToken.kind);
}

/** A bigint gets into a float through few doors. */
export function moneyRules(): void {
  describe('money is never a float', () => {
    test('nothing makes a number of money', () => {
      const bad = violations(production, (node, { path }) => {
        if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.PlusToken) {
          return MONEY.test(endOf(node.operand)) ? node.getText() : undefined;
        }
        if (!ts.isCallExpression(node)) return undefined;
        const called = node.expression.getText();
        if (/^(Number\.)?parseFloat$/.test(called)) return node.getText();
        const [argument] = node.arguments;
        if (called !== 'Number' || !argument || !MONEY.test(endOf(argument))) return undefined;
        if (isComparedToZero(node)) return undefined;
        return ON_THE_WIRE.test(path) && !isArithmetic(node.parent) ? undefined : node.getText();
      });
      expect(bad).toEqual([]);
    });
  });
}
