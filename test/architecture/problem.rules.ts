import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProblemDefinition } from '@quittance/kernel';
import ts from 'typescript';
import { problemsPage } from '../../apps/cli/src/problems-page';
import { ROOT, production, walk } from './sources';

/** The catalogue of refusals. */
export function problemRules(): void {
  describe('problem codes', () => {
    const text = (node: ts.Expression | undefined): string =>
      node === undefined
        ? ''
        : ts.isBinaryExpression(node)
          ? text(node.left) + text(node.right)
          : ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)
            ? node.text
            : '';
    const defined = production.flatMap(({ ast, path }) => {
      const found: (ProblemDefinition & { path: string; name: string })[] = [];
      walk(ast, (node) => {
        if (!ts.isCallExpression(node) || node.expression.getText() !== 'defineProblem') return;
        const [code = '', status, title = '', detail = ''] = node.arguments.map(text);
        const name = ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : '';
        found.push({ code, status: Number(status), title, detail, path, name });
      });
      return found;
    });

    test('are unique and in snake case', () => {
      const codes = defined.map(({ code }) => code);
      expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
      expect(codes.filter((code) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code))).toEqual([]);
    });

    test('call what a member names and is not there by one code', () => {
      const isLiteral = (node: ts.Node) =>
        ts.isStringLiteralLike(node) && node.text === 'not_found';
      const others = production.flatMap(({ path, ast }) => {
        let found = false;
        walk(ast, (node) => {
          if (isLiteral(node) && !ts.isBinaryExpression(node.parent)) found = true;
        });
        return found && path !== 'libs/kernel/src/errors.ts' ? [path] : [];
      });
      expect(others).toEqual([]);
    });

    test('are defined in the errors file of a lib', () => {
      const outside = defined.filter(({ path }) => !/^libs\/.*errors\.ts$/.test(path));
      expect(outside).toEqual([]);
    });

    test('are refusals, with a title and a sentence', () => {
      const poor = defined.filter(
        ({ status, title, detail }) =>
          !(status >= 400 && status < 600) || !/^\S.*[^.]$/.test(title) || !/[.}]$/.test(detail),
      );
      expect(poor).toEqual([]);
    });

    test('are answered by something: front doors and descriptions only name them', () => {
      const used = new Set<string>();
      for (const { path, ast } of production) {
        if (/(\/index|\.controller)\.ts$/.test(path)) continue;
        walk(ast, (node) => {
          if (!ts.isIdentifier(node)) return;
          const { parent } = node;
          if (!ts.isVariableDeclaration(parent) || parent.name !== node) used.add(node.text);
        });
      }
      expect(defined.filter(({ name }) => !used.has(name)).map(({ code }) => code)).toEqual([]);
    });

    test('stand in docs/problems.md exactly as the code has them', () => {
      const page = readFileSync(join(ROOT, 'docs/problems.md'), 'utf8');
      expect(page).toBe(problemsPage(defined));
    });
  });
}
