import ts from 'typescript';
import { libSources, production, violations, walk, type Source } from './sources';

/** Where tests may stand: each is passed by every piece of work of its kind, by no line of it. */
const BORDERS: ReadonlySet<string> = new Set([
  'libs/config/src/failpoint.ts',
  // Calls of somebody outside.
  'libs/config/src/outside.ts',
  // Transactions and their statements.
  'libs/database/src/borders.ts',
  // Consumers of events.
  'libs/outbox/src/dispatch/hand-over.ts',
  // The input of a request, which is judged on the host's own loop.
  'libs/http/src/input/input.pipe.ts',
]);

/** Ports that a lib of ours serves: what they ask is behind the borders of transactions. */
const SERVED_INSIDE: ReadonlySet<string> = new Set([
  'ArrearsSource',
  'AttachmentSource',
  'BankDisputes',
  'CreditSubject',
  'CustomResources',
  'DebtSource',
  'EmailOccasions',
  'ExposureSource',
  'PaymentLinks',
  'ProviderRefunds',
  'RetryLog',
  'SecretLinks',
  'ShownLinks',
  'SubscriptionControl',
]);

/** What the ports of libs ask for, by name: whether it is a class, and what it derives from. */
function portsOf(among: readonly Source[]): ReadonlyMap<string, string> {
  const ports = new Map<string, string>();
  for (const { ast, path } of among) {
    if (!path.endsWith('.port.ts')) continue;
    for (const node of ast.statements) {
      if (ts.isClassDeclaration(node) && isAbstract(node)) ports.set(nameOf(node), baseOf(node));
      if (ts.isInterfaceDeclaration(node) && node.members.some(answersLater)) {
        ports.set(nameOf(node), 'interface');
      }
    }
  }
  return ports;
}

function isAbstract(node: ts.ClassDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) ?? false;
}

const nameOf = ({ name }: ts.ClassDeclaration | ts.InterfaceDeclaration) => name?.text ?? '';

function baseOf({ heritageClauses }: ts.ClassDeclaration): string {
  return heritageClauses?.[0]?.types[0]?.expression.getText() ?? '';
}

function answersLater(node: ts.Node): boolean {
  const isOperation = ts.isMethodSignature(node) || ts.isMethodDeclaration(node);
  return isOperation && /^Promise\b/.test(node.type?.getText() ?? '');
}

/** The ports whose adapters are put between borders where they are registered. */
function registered(among: readonly Source[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { ast } of among) {
    walk(ast, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== 'outside') return;
      const [port] = node.arguments;
      if (port && ts.isStringLiteral(port)) names.add(port.text);
    });
  }
  return names;
}

const isPublic = (node: ts.MethodDeclaration) =>
  !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
const isAsync = (node: ts.MethodDeclaration) =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false;

/** Where tests have a process die, stop or fail. */
export function borderRules(): void {
  describe('borders', () => {
    const ports = portsOf(libSources);
    const atBorder = registered(libSources);
    const isOutside = (port: string) => ports.get(port) === 'Outside' || atBorder.has(port);

    test('fail points are borders: no piece of business names one', () => {
      const others = production.filter(({ path }) => !BORDERS.has(path));
      const bad = violations(others, (node) =>
        ts.isCallExpression(node) && node.expression.getText() === 'failpoint'
          ? 'a fail point of its own'
          : undefined,
      );
      expect(bad).toEqual([]);
    });

    test('a port is served by a lib of ours, or its calls are between borders', () => {
      const names = [...ports.keys()].filter((port) => !SERVED_INSIDE.has(port));
      expect(names.filter((port) => !isOutside(port))).toEqual([]);
      expect([...SERVED_INSIDE].filter((port) => !ports.has(port) || isOutside(port))).toEqual([]);
    });

    test('what asks somebody outside is `async`, by which it has its borders', () => {
      const bad = violations(production, (node) => {
        if (!ts.isMethodDeclaration(node) || !ts.isClassDeclaration(node.parent)) return undefined;
        const served = node.parent.heritageClauses?.flatMap(({ types }) => types) ?? [];
        const serves = served.some(({ expression }) => isOutside(expression.getText()));
        const misses = serves && isPublic(node) && answersLater(node) && !isAsync(node);
        const isDeclared = node.body === undefined;
        return misses && !isDeclared ? `${node.name.getText()} is not async` : undefined;
      });
      expect(bad).toEqual([]);
    });
  });
}
