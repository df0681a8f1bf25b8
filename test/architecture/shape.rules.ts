import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import {
  ROOT,
  at,
  decorators,
  isTest,
  lineOf,
  production,
  sources,
  violations,
  badFiles,
  walk,
  type Source,
} from './sources';

/** What a rule about lines reads; scripts are not parsed. */
type Text = Pick<Source, 'path' | 'text'> & { readonly ast?: ts.SourceFile };

/** Files that hold what a browser is served: its lines are those of the page. */
const PAGES = /(^|[/-])page\.ts$|\/html-style\.ts$/;

/**
 * Whether a line has to be as long as it is: an import, one token that nothing can break (a path, a
 * regular expression, data), or a line of a page.
 */
function mayBeLong({ path, ast }: Text, text: string, line: number): boolean {
  if (/^(import|export) .*from '[^']+';$/.test(text)) return true;
  return (
    !/\s/.test(text.trim()) ||
    ONE_TOKEN.test(text) ||
    (ast !== undefined && PAGES.test(path) && inText(ast, line))
  );
}

/** A regular expression, or raw text without blanks that a constant is. */
const ONE_TOKEN = /^\s*(const \w+ = String\.raw`\S+`;|\/.+\/[a-z]*[,;]?)$/;

/** Whether a text in backquotes is on the line, which is counted from 0. */
function inText(ast: ts.SourceFile, line: number): boolean {
  let found = false;
  walk(ast, (node) => {
    if (!ts.isTemplateExpression(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return;
    const lineAt = (position: number) => ast.getLineAndCharacterOfPosition(position).line;
    found ||= lineAt(node.getStart(ast)) <= line && line <= lineAt(node.end);
  });
  return found;
}

/** The folder and all below it, relative to the root. */
function foldersIn(folder: string): string[] {
  const below = readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => foldersIn(`${folder}/${name}`));
  return [folder, ...below];
}

/** The scripts that are no TypeScript, of the folder and all below it. */
function scriptsIn(folder: string): Text[] {
  return foldersIn(folder).flatMap((each) =>
    readdirSync(join(ROOT, each))
      .filter((name) => /\.[cm]js$/.test(name))
      .map((name) => `${each}/${name}`)
      .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
  );
}

const isTestFolder = (folder: string) => /^test(\/|$)|\/test(\/|$)|\/testing$/.test(folder);

/** Sizes and words. */
export function shapeRules(): void {
  describe('shape and words', () => {
    test('no folder is a drawer for leftovers', () => {
      const drawer = /(^|\/)(services|dto|entities|utils|helpers|common|interfaces)\//;
      expect(sources.map(({ path }) => path).filter((path) => drawer.test(path))).toEqual([]);
    });

    test('no default exports', () => {
      const bad = violations(sources, (node) => {
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

    test('no line is longer than 100 characters', () => {
      const scripts = ['apps', 'libs', 'test'].flatMap(scriptsIn);
      const bad = [...sources, ...scripts].flatMap((source) =>
        source.text.split('\n').flatMap((text, i) => {
          const length = [...text].length;
          if (length <= 100 || mayBeLong(source, text, i)) return [];
          return [`${source.path}:${i + 1} has ${length} characters`];
        }),
      );
      expect(bad).toEqual([]);
    });

    test('no folder holds more than 25 files', () => {
      const bad = ['apps', 'libs', 'test'].flatMap(foldersIn).flatMap((folder) => {
        // A spec lies beside what it tests; in the folders of tests everything counts.
        const counts = (name: string) => isTestFolder(folder) || !/\.(db-)?spec\.ts$/.test(name);
        const names = readdirSync(join(ROOT, folder), { withFileTypes: true });
        const files = names.filter((entry) => entry.isFile() && counts(entry.name)).length;
        return files > 25 ? [`${folder} holds ${files} files`] : [];
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
