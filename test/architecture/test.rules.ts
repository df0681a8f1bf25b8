import ts from 'typescript';
import { isTest, sources, violations, walk, type Source } from './sources';

const RUNNERS = new Set(['it', 'test']);

/** `it`, `test` and their tables: `test.each(…)(name, body)`. */
function bodyOf(node: ts.Node): ts.Node | undefined {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return undefined;
  const root = /^\w+/.exec(node.expression.getText())?.[0] ?? '';
  if (!RUNNERS.has(root)) return undefined;
  // Options may stand between the name and the body.
  return node.arguments
    .slice(1)
    .find((each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each));
}

const byPath = new Map(sources.map((source) => [source.path, source]));
const found = new Map<string, ReadonlyMap<string, ts.Node>>();

/** Functions of the file and of the test files it imports, for those that assert for a test. */
function functionsFor(source: Source): ReadonlyMap<string, ts.Node> {
  const known = found.get(source.path);
  if (known) return known;
  const near = source.imports.flatMap(({ target }) => byPath.get(target ?? '') ?? []);
  const all = [...near.filter(isTest), source].flatMap((each) => [...functionsOf(each)]);
  found.set(source.path, new Map(all));
  return new Map(all);
}

function functionsOf({ ast }: Source): Map<string, ts.Node> {
  const found = new Map<string, ts.Node>();
  walk(ast, (node) => {
    if (ts.isFunctionDeclaration(node) && node.name) found.set(node.name.text, node);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      found.set(node.name.text, node.initializer);
    }
  });
  return found;
}

/**
 * Whether something in it can fail by what it finds: `expect…`, `fc.assert`, or a function that
 * does.
 */
function asserts(node: ts.Node, known: ReadonlyMap<string, ts.Node>, seen = new Set<string>()) {
  let found = false;
  walk(node, (part) => {
    if (found || !ts.isIdentifier(part)) return;
    if (/^(expect|assert)/.test(part.text)) found = true;
    const helper = known.get(part.text);
    if (found || !helper || seen.has(part.text)) return;
    seen.add(part.text);
    found = asserts(helper, known, seen);
  });
  return found;
}

/** `return;` of the test itself, not of a function in it, before anything was expected. */
function returnsEarly(body: ts.Node): boolean {
  let found = false;
  const look = (node: ts.Node): void => {
    const before = () => body.getText().slice(0, node.getStart() - body.getStart());
    if (ts.isReturnStatement(node) && !node.expression && !/expect|assert/.test(before())) {
      found = true;
    }
    if (!ts.isFunctionLike(node)) node.forEachChild(look);
  };
  body.forEachChild(look);
  return found;
}

function isConstant(node: ts.Node | undefined): boolean {
  if (!node) return true;
  return (
    ts.isLiteralExpression(node) ||
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(
      node.kind,
    )
  );
}

/** Digits, or letters that may be hexadecimal ones, which an id holds now and then. */
const MAY_BE_OF_AN_ID = /(?<![\w.,:-])[0-9a-f]{2,7}(?![\w.,:-])/;

/**
 * What an assertion looks for and hopes not to find: `expect(told).not.toContain('119')`. In text
 * that holds ids it is found by chance, a few times in a hundred runs.
 */
function hopesAgainstChance(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const method = /\.not\.(toContain|toMatch)$/.exec(node.expression.getText());
  const [sought] = node.arguments;
  if (!method || !sought) return undefined;
  const isText = ts.isStringLiteralLike(sought) || ts.isRegularExpressionLiteral(sought);
  const asked = node.expression.getText();
  if (!isText || !MAY_BE_OF_AN_ID.test(sought.text)) return undefined;
  const mayHoldIds = /JSON\.stringify\(|\.text\b|\bbody\b/.test(asked);
  return mayHoldIds && !asked.includes('besidesIds(') ? node.getText() : undefined;
}

/** A test that cannot fail says that something works, and does not know. */
export function testRules(): void {
  describe('tests can fail', () => {
    const specs = sources.filter(isTest);

    test('what is expected of is no constant, and assertions are not counted away', () => {
      const bad = violations(specs, (node) => {
        if (!ts.isCallExpression(node)) return undefined;
        const called = node.expression.getText();
        if (called === 'expect' && isConstant(node.arguments[0])) return node.getText();
        const none = node.arguments[0]?.getText() === '0';
        return called === 'expect.assertions' && none ? node.getText() : undefined;
      });
      expect(bad).toEqual([]);
    });

    test('none is left out by a name in brackets', () => {
      const bad = violations(specs, (node) =>
        ts.isElementAccessExpression(node) && /^(it|test|describe)$/.test(node.expression.getText())
          ? node.getText()
          : undefined,
      );
      expect(bad).toEqual([]);
    });

    test('none looks for digits where ids are told: there is `besidesIds`', () => {
      expect(violations(specs, hopesAgainstChance)).toEqual([]);
    });

    test('every one of them expects something, to its end', () => {
      const bad = violations(specs, (node, source) => {
        const body = bodyOf(node);
        if (!body) return undefined;
        if (returnsEarly(body)) return 'returns early';
        return asserts(body, functionsFor(source)) ? undefined : 'expects nothing';
      });
      expect(bad).toEqual([]);
    });
  });
}
