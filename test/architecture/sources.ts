import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

export const ROOT = resolve(__dirname, '../..');

/** One `import`, `export … from` or `import(…)` of a source file. */
export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** Vanishes at run time. */
  readonly typeOnly: boolean;
  /** The file of this repository it leads to, relative to the root; undefined for a package. */
  readonly target: string | undefined;
}

/** One TypeScript file, parsed. */
export interface Source {
  /** Path from the root with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly ast: ts.SourceFile;
  readonly imports: readonly Import[];
}

function files(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return files(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

/** `@quittance/…` → the front door it stands for, read from the compiler's paths. */
const aliases = new Map<string, string>(
  Object.entries(
    (
      JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
        compilerOptions: { paths: Record<string, [string]> };
      }
    ).compilerOptions.paths,
  ).map(([alias, [target]]) => [alias, target.replace(/^\.\//, '')]),
);

function target(path: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return aliases.get(specifier);
  const absolute = resolve(ROOT, dirname(path), specifier.replace(/\.js$/, '.ts'));
  return relative(ROOT, absolute).split(sep).join('/');
}

/** The line of a node, counted from 1. */
export function lineOf(source: Source | ts.SourceFile, node: ts.Node): number {
  const ast = 'ast' in source ? source.ast : source;
  return ast.getLineAndCharacterOfPosition(node.getStart(ast)).line + 1;
}

/** Calls back for the node and everything below it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

function namedOnlyTypes(bindings: ts.NamedImportBindings | undefined): boolean {
  return (
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.length > 0 &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
}

function importsOf(path: string, ast: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (at: ts.Node, specifier: ts.Expression | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteral(specifier)) return;
    const { text } = specifier;
    found.push({ specifier: text, line: lineOf(ast, at), typeOnly, target: target(path, text) });
  };
  walk(ast, (node) => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const types = clause?.isTypeOnly === true || namedOnlyTypes(clause?.namedBindings);
      add(node, node.moduleSpecifier, types && (clause?.isTypeOnly === true || !clause?.name));
    } else if (ts.isExportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], false);
    }
  });
  return found;
}

function load(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const ast = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  return { path, text, ast, imports: importsOf(path, ast) };
}

/** Every TypeScript file of apps, libs and test. */
export const sources: readonly Source[] = ['apps', 'libs', 'test'].flatMap(files).map(load);

export const isTest = ({ path }: Source): boolean =>
  path.startsWith('test/') || /\/test\/|\/testing\/|\.(spec|db-spec|e2e-spec)\.ts$/.test(path);

/** What is built and run: everything but tests. */
export const production: readonly Source[] = sources.filter((source) => !isTest(source));

/**
 * `libs/billing`, `libs/providers/payment-sandbox`, `apps/worker`; undefined for tests of the
 * whole.
 */
export function homeOf(path: string): string | undefined {
  return /^(?:libs\/providers\/[^/]+|libs\/[^/]+|apps\/[^/]+)(?=\/)/.exec(path)?.[0];
}

/** `path:line what`, the way a violation is reported. */
export function at(source: Source, line: number, what: string): string {
  return `${source.path}:${line} ${what}`;
}

/** Runs a check over every node of the sources; what it answers are the violations. */
export function violations(
  among: readonly Source[],
  check: (node: ts.Node, source: Source) => string | undefined,
): string[] {
  return among.flatMap((source) => {
    const found: string[] = [];
    walk(source.ast, (node) => {
      const what = check(node, source);
      if (what !== undefined) found.push(at(source, lineOf(source, node), what));
    });
    return found;
  });
}

/** The names of the decorators of a class or member: `Resource`, `Injectable`, … */
export function decorators(node: ts.Node): string[] {
  if (!ts.canHaveDecorators(node)) return [];
  return (ts.getDecorators(node) ?? []).map(({ expression }) => {
    const callee = ts.isCallExpression(expression) ? expression.expression : expression;
    return callee.getText();
  });
}

/** Violations of a rule about single imports. */
export function badImports(
  among: readonly Source[],
  check: (entry: Import, source: Source) => string | undefined,
): string[] {
  return among.flatMap((source) =>
    source.imports.flatMap((entry) => {
      const what = check(entry, source);
      return what === undefined ? [] : [at(source, entry.line, `${entry.specifier}: ${what}`)];
    }),
  );
}

/** Violations of a rule about whole files. */
export function badFiles(
  among: readonly Source[],
  check: (source: Source) => string | undefined,
): string[] {
  return among.flatMap((source) => {
    const what = check(source);
    return what === undefined ? [] : [`${source.path} ${what}`];
  });
}

export const libSources = production.filter(({ path }) => path.startsWith('libs/'));
export const appSources = production.filter(({ path }) => path.startsWith('apps/'));

/** Whether the import is one of these packages, or a path inside one. */
export function isPackage(entry: Import, ...names: string[]): boolean {
  return names.some((name) => entry.specifier === name || entry.specifier.startsWith(`${name}/`));
}
