import ts from 'typescript';
import {
  at,
  decorators,
  isTest,
  lineOf,
  production,
  sources,
  violations,
  badFiles,
} from './sources';

/** Sizes and words. */
export function shapeRules(): void {
  describe('shape and words', () => {
    test('no folder is a drawer for leftovers', () => {
      const drawer = /(^|\/)(services|dto|entities|utils|helpers|common|interfaces)\//;
      expect(sources.map(({ path }) => path).filter((path) => drawer.test(path))).toEqual([]);
    });

    test('no default exports', () => {
      // Jest wants its set-up files to export a default.
      const own = sources.filter(({ path }) => !/^test\/support\/global-\w+\.ts$/.test(path));
      const bad = violations(own, (node) => {
        const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
        const isDefault = modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
        return ts.isExportAssignment(node) || isDefault ? 'a default export' : undefined;
      });
      expect(bad).toEqual([]);
    });

    test('no any', () => {
      const bad = violations(sources, (node) =>
        node.kind === ts.SyntaxKind.AnyKeyword ? 'any' : undefined,
      );
      expect(bad).toEqual([]);
    });

    test('nothing is left unfinished or silenced', () => {
      // Spelt in two halves, so that this file does not find itself.
      const words = ['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK', '@ts-' + 'ignore', '@ts-' + 'nocheck'];
      const marks = new RegExp(
        `\\b(${words.slice(0, 3).join('|')})\\b|${words.slice(3).join('|')}`,
      );
      const silenced = /\b(it|test|describe)\.(skip|only|todo|failing)\b|\bx(it|describe|test)\(/;
      const disabled = new RegExp('(eslint|oxlint)-' + 'disable');
      const bad = sources.flatMap((source) =>
        source.text.split('\n').flatMap((text, i) => {
          const found = marks.exec(text) ?? silenced.exec(text) ?? disabled.exec(text);
          return found ? [at(source, i + 1, found[0])] : [];
        }),
      );
      expect(bad).toEqual([]);
    });

    test('no file is longer than 400 lines', () => {
      const bad = badFiles(sources, ({ text }) => {
        const lines = text.split('\n').length - 1;
        return lines > 400 ? `has ${lines} lines` : undefined;
      });
      expect(bad).toEqual([]);
    });

    test('no function is longer than 70 lines', () => {
      const bad = violations(production, (node, source) => {
        if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return undefined;
        // A migration is one statement after another; cutting it up would hide the order.
        if (source.path.includes('/migrations/')) return undefined;
        const end = source.ast.getLineAndCharacterOfPosition(node.end).line + 1;
        const lines = end - lineOf(source, node) + 1;
        return lines > 70 ? `has ${lines} lines` : undefined;
      });
      expect(bad).toEqual([]);
    });

    test('no class is handed more than six things', () => {
      const bad = violations(production, (node, { path }) => {
        // A controller is handed one operation per route and does nothing else with them.
        const most = path.endsWith('.controller.ts') ? 10 : 6;
        return ts.isConstructorDeclaration(node) &&
          node.parameters.length > most &&
          decorators(node.parent).length > 0
          ? `${node.parameters.length} parameters`
          : undefined;
      });
      expect(bad).toEqual([]);
    });

    test('a context or a transaction comes first', () => {
      const bad = violations(production, (node) => {
        if (!ts.isFunctionDeclaration(node) && !ts.isMethodDeclaration(node)) return undefined;
        const late = node.parameters.slice(1).find((parameter) => {
          const type = parameter.type?.getText();
          return (type === 'Tx' || type === 'Ctx') && decorators(parameter).length === 0;
        });
        return late && `${node.name?.getText()} takes ${late.getText()} late`;
      });
      expect(bad).toEqual([]);
    });

    test('a spec lies beside what it tests, or in the tests of the whole', () => {
      const bad = badFiles(sources.filter(isTest), ({ path }) =>
        /^apps\/[^/]+\/test\/.*\.db-spec\.ts$/.test(path) ? 'is run by nobody' : undefined,
      );
      expect(bad).toEqual([]);
    });
  });
}
