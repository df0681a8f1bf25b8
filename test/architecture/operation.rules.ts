import ts from 'typescript';
import { decorators, libSources, violations, walk } from './sources';

/**
 * What reaches somebody outside by its name; the rest is refused while tests run: `outside-calls`.
 */
const OUTSIDE = new Set(['fetch', 'sendMail', 'createTransport']);

function isOperation(node: ts.Node): node is ts.ClassDeclaration {
  return (
    ts.isClassDeclaration(node) &&
    node.members.some((member) => ts.isMethodDeclaration(member) && nameOf(member) === 'execute')
  );
}

const nameOf = (node: { readonly name?: ts.Node }) => node.name?.getText() ?? '';

/** How operations are made of transactions. */
export function operationRules(): void {
  describe('operations', () => {
    const operations = new Set<string>();
    for (const { ast } of libSources) {
      walk(ast, (node) => void (isOperation(node) && operations.add(nameOf(node))));
    }

    /** `A → B` for every operation that is handed another or makes one. */
    const calls: string[] = [];
    // The edge serves operations as apps do.
    for (const { ast, path } of libSources) {
      if (path.startsWith('libs/http/')) continue;
      walk(ast, (node) => {
        if (!ts.isClassDeclaration(node) || !decorators(node).includes('Injectable')) return;
        walk(node, (part) => {
          const type = ts.isParameter(part)
            ? part.type
            : ts.isNewExpression(part)
              ? part.expression
              : undefined;
          const called = type?.getText().replace(/^Pick<(\w+),.*$/s, '$1') ?? '';
          if (operations.has(called)) calls.push(`${nameOf(node)} → ${called}`);
        });
      });
    }

    test('do not call operations', () => {
      expect(calls).toEqual([]);
    });

    test('call nobody outside while a transaction is open', () => {
      const bad = violations(libSources, (node) => {
        if (
          !ts.isCallExpression(node) ||
          !/\.(write|read|readInOneFlight)$/.test(node.expression.getText())
        ) {
          return undefined;
        }
        const work = node.arguments[1];
        if (!work) return undefined;
        let found: string | undefined;
        walk(work, (part) => {
          if (!ts.isCallExpression(part)) return;
          const called = /(\w+)$/.exec(part.expression.getText())?.[1] ?? '';
          if (OUTSIDE.has(called)) found ??= `${called} in a transaction`;
        });
        return found;
      });
      expect(bad).toEqual([]);
    });
  });
}
