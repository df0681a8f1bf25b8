import ts from 'typescript';
import { sources, walk, type Source } from './sources';

/** What no constant of ours says. */
export const UNKNOWN = '\u0000';

const byPath = new Map(sources.map((source) => [source.path, source]));
const known = new Map<string, ReadonlyMap<string, ts.Expression>>();

/** Constants of a file by name, whatever block they are in. */
function constantsOf(source: Source): ReadonlyMap<string, ts.Expression> {
  const before = known.get(source.path);
  if (before) return before;
  const found = new Map<string, ts.Expression>();
  walk(source.ast, (node) => {
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isIdentifier(node.name)) return;
    if (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) {
      found.set(node.name.text, node.initializer);
    }
  });
  known.set(source.path, found);
  return found;
}

/** The expression that a name stands for: of the file, or of one that it is imported from. */
function lookUp(source: Source, name: string): readonly [Source, ts.Expression] | undefined {
  const own = constantsOf(source).get(name);
  if (own) return [source, own];
  const imported = new RegExp(`\\b${name}\\b`);
  for (const statement of source.ast.statements) {
    if (!ts.isImportDeclaration(statement) || !statement.importClause) continue;
    if (!imported.test(statement.importClause.getText())) continue;
    const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
    const target = source.imports.find((each) => each.specifier === specifier)?.target;
    const other = target === undefined ? undefined : byPath.get(target);
    const theirs = other && constantsOf(other).get(name);
    if (other && theirs) return [other, theirs];
  }
  return undefined;
}

/** The text an expression comes to, with `UNKNOWN` for what only running it would tell. */
export function textOf(source: Source, node: ts.Expression, depth = 0): string {
  if (depth > 8) return UNKNOWN;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const rest = node.templateSpans.map(
      ({ expression, literal }) => textOf(source, expression, depth + 1) + literal.text,
    );
    return node.head.text + rest.join('');
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return textOf(source, node.left, depth + 1) + textOf(source, node.right, depth + 1);
  }
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) {
    return textOf(source, node.expression, depth + 1);
  }
  // `sql(text)` and its `.text` are the text, and so is that of `namedSql`.
  if (ts.isCallExpression(node) && /^(sql|namedSql)$/.test(node.expression.getText())) {
    const [text] = node.arguments;
    return text ? textOf(source, text, depth + 1) : UNKNOWN;
  }
  if (ts.isPropertyAccessExpression(node)) {
    if (node.name.text === 'text') return textOf(source, node.expression, depth + 1);
    return memberOf(source, node, depth);
  }
  if (!ts.isIdentifier(node)) return UNKNOWN;
  const found = lookUp(source, node.text);
  return found ? textOf(...found, depth + 1) : UNKNOWN;
}

/** `TABLES.invoice` of a constant object. */
function memberOf(source: Source, node: ts.PropertyAccessExpression, depth: number): string {
  const found = ts.isIdentifier(node.expression) && lookUp(source, node.expression.text);
  if (!found) return UNKNOWN;
  const [home, value] = found;
  const object = ts.isAsExpression(value) ? value.expression : value;
  if (!ts.isObjectLiteralExpression(object)) return UNKNOWN;
  const member = object.properties.find((each) => each.name?.getText() === node.name.text);
  const holds = member && ts.isPropertyAssignment(member);
  return holds ? textOf(home, member.initializer, depth + 1) : UNKNOWN;
}

/** Every text written in a file, as far as it can be told: templates and sums as a whole. */
export function textsOf(source: Source): { readonly node: ts.Node; readonly text: string }[] {
  const found: { node: ts.Node; text: string }[] = [];
  const look = (node: ts.Node): void => {
    const isWhole =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateExpression(node) ||
      (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken);
    if (isWhole) found.push({ node, text: textOf(source, node) });
    node.forEachChild(look);
  };
  look(source.ast);
  return found;
}
