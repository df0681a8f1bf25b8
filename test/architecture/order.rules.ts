import ts from 'typescript';
import { libSources, violations, walk, type Source } from './sources';

/** Statements that keep others from rows, or from the same work, until the commit. */
const LOCKS = /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b|\bpg_advisory_xact_lock/i;
/** By their names; a counter is locked by the number it gives. */
const SAYS_LOCK = /^lock$|^(?:lock|hold|share)[A-Z]|ToChange$|^assignNumbers$/;
const AT_ONCE = /^(?:Promise\.all(?:Settled)?|pipelined|sentAnswers)$/;

/** The statements of a file that lock, by their names. */
function lockingTexts({ ast }: Source): Set<string> {
  const names = new Set<string>();
  walk(ast, (node) => {
    if (!ts.isVariableDeclaration(node) || !node.initializer) return;
    if (ts.isArrowFunction(node.initializer) || !LOCKS.test(node.initializer.getText())) return;
    names.add(node.name.getText());
  });
  return names;
}

function mentions(node: ts.Node, isMeant: (part: ts.Identifier) => boolean): string | undefined {
  let found: string | undefined;
  walk(node, (part) => {
    if (ts.isIdentifier(part) && isMeant(part)) found ??= part.text;
    if (ts.isStringLiteralLike(part) && LOCKS.test(part.text)) found ??= 'a statement that locks';
  });
  return found;
}

/** What was sent under a name before: `const held = lockInvoice(tx, id)`. */
function sentAs(node: ts.Node): ts.Node | undefined {
  if (!ts.isIdentifier(node)) return undefined;
  const around = ts.findAncestor(node, ts.isFunctionLike);
  let sent: ts.Node | undefined;
  if (!around) return undefined;
  walk(around, (part) => {
    const isIt = ts.isVariableDeclaration(part) && part.name.getText() === node.text;
    const { initializer } = part as ts.VariableDeclaration;
    // What was awaited has landed, and only its rows are handed on.
    if (isIt && initializer && ts.isCallExpression(initializer)) sent = initializer;
  });
  return sent;
}

/** Where order is said aloud: the form of a lock, and of what comes behind it. */
export function orderRules(): void {
  describe('order', () => {
    // Where a lock and what is behind it are sent for everybody.
    const others = libSources.filter(({ path }) => path !== 'libs/database/src/locked.ts');
    const texts = new Map(libSources.map((source) => [source.path, lockingTexts(source)]));
    const isLocking = (path: string) => (part: ts.Identifier) =>
      SAYS_LOCK.test(part.text) || (texts.get(path)?.has(part.text) ?? false);
    const named = libSources.flatMap(({ ast, path }) =>
      ast.statements.flatMap((node) =>
        ts.isFunctionDeclaration(node) && node.body && mentions(node.body, isText(path, texts))
          ? [node.name?.text ?? '']
          : [],
      ),
    );
    // Those that lock only when they are asked to are readers by their names.
    const lockers = new Set(named.filter((name) => !/^(?:read|require)[A-Z]/.test(name)));

    test('a lock is not among statements sent together: `tx.locked` says which is first', () => {
      const bad = violations(others, (node, { path }) => {
        if (!ts.isCallExpression(node) || !AT_ONCE.test(node.expression.getText()))
          return undefined;
        const [list] = node.arguments;
        if (!list || !ts.isArrayLiteralExpression(list) || list.elements.length < 2)
          return undefined;
        const isMeant = isLocking(path);
        const all = list.elements.map((element) => sentAs(element) ?? element);
        const locks = all.map((each) =>
          mentions(each, (part) => isMeant(part) || lockers.has(part.text)),
        );
        const lock = locks.find((name) => name !== undefined);
        return lock && `${lock} beside others`;
      });
      expect(bad).toEqual([]);
    });

    test('nobody says by himself that a lock was sent', () => {
      const bad = violations(others, (node) =>
        (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) &&
        /\bLockedTx\b/.test(node.type.getText())
          ? 'says that a lock was sent'
          : undefined,
      );
      expect(bad).toEqual([]);
    });
  });
}

function isText(path: string, texts: ReadonlyMap<string, ReadonlySet<string>>) {
  return (part: ts.Identifier) => texts.get(path)?.has(part.text) ?? false;
}
