import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { cycles, placeOf, refusal } from './levels';
import {
  ROOT,
  homeOf,
  production,
  sources,
  violations,
  badImports,
  libSources,
  type Source,
} from './sources';

/** `index`, `host`, `provider` or `testing`, when the file is a door of a lib. */
function doorOf(path: string): string | undefined {
  return /^libs\/(?:providers\/)?[^/]+\/src\/(index|host|provider|testing)(?:\/index)?\.ts$/.exec(
    path,
  )?.[1];
}

/** What a door lets through. */
function namesShown({ ast }: Source): string[] {
  return ast.statements.flatMap((each) =>
    ts.isExportDeclaration(each) && each.exportClause && ts.isNamedExports(each.exportClause)
      ? each.exportClause.elements.map(({ name }) => name.text)
      : [],
  );
}

/** `door name` of all that is imported at doors, by tests as well. */
function takenAtDoors(): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const { path, ast, imports } of sources) {
    for (const statement of ast.statements) {
      const bindings = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings;
      if (!bindings || !ts.isNamedImports(bindings)) continue;
      const specifier = (statement as ts.ImportDeclaration).moduleSpecifier.getText().slice(1, -1);
      const door = imports.find((entry) => entry.specifier === specifier)?.target;
      if (door === undefined || homeOf(door) === homeOf(path)) continue;
      for (const { name, propertyName } of bindings.elements) {
        taken.add(`${door} ${(propertyName ?? name).text}`);
      }
    }
  }
  return taken;
}

/** Levels, doors and circles. */
export function levelRules(): void {
  describe('the checks themselves', () => {
    test('know who may import whom', () => {
      const refused = (from: string, to: string) => refusal(from, to) !== undefined;
      expect(refused('libs/billing', 'libs/crm')).toBe(false);
      expect(refused('libs/gateway', 'libs/receivables')).toBe(false);
      expect(refused('apps/worker', 'libs/providers/payment-sandbox')).toBe(false);
      expect(refused('libs/providers/payment-sandbox', 'libs/gateway')).toBe(false);
      expect(refused('libs/billing', 'libs/gateway')).toBe(true);
      expect(refused('libs/billing', 'libs/receivables')).toBe(false);
      expect(refused('libs/receivables', 'libs/billing')).toBe(true);
      expect(refused('libs/tax', 'libs/crm')).toBe(true);
      expect(refused('libs/billing', 'libs/http')).toBe(true);
      expect(refused('libs/providers/payment-sandbox', 'libs/billing')).toBe(true);
      expect(refused('apps/worker', 'apps/staff-api')).toBe(true);
    });

    test('find a circle, of types as well', () => {
      const file = (path: string, to: string, typeOnly = false) =>
        ({
          path,
          imports: [{ specifier: to, line: 1, target: to, typeOnly }],
        }) as unknown as Source;
      const [a, b] = ['libs/x/src/a.ts', 'libs/x/src/b.ts'];
      expect(cycles([file(a, b), file(b, a)])).toEqual([`${a} → ${b} → ${a}`]);
      expect(cycles([file(a, b), file(b, a, true)])).toEqual([`${a} → ${b} → ${a}`]);
      expect(cycles([file(a, b), file(b, 'libs/x/src/c.ts')])).toEqual([]);
    });
  });

  describe('levels and doors', () => {
    test('every lib has its place', () => {
      const homes = new Set(libSources.map(({ path }) => homeOf(path) ?? path));
      for (const home of homes) expect(placeOf(home)).toBeGreaterThanOrEqual(0);
    });

    test('imports point down the levels', () => {
      const bad = badImports(production, ({ target }, { path }) => {
        const [from, to] = [homeOf(path), target && homeOf(target)];
        return from && to && from !== to ? refusal(from, to) : undefined;
      });
      expect(bad).toEqual([]);
    });

    test('a lib is entered by its front door', () => {
      const bad = badImports(sources, (entry, { path }) => {
        const [from, to] = [homeOf(path), entry.target && homeOf(entry.target)];
        if (entry.specifier.startsWith('@quittance/') && !entry.target) return 'no such front door';
        if (!to || from === to || to.startsWith('apps/')) return undefined;
        // Tests of the whole may use the builders that a lib keeps for its own tests.
        if (!from && entry.target?.includes('/src/testing/')) return undefined;
        return entry.specifier.startsWith('.') ? 'reaches past the front door' : undefined;
      });
      expect(bad).toEqual([]);
    });

    test('a lib does not come in by its own front door', () => {
      const bad = badImports(libSources, (entry, { path }) =>
        entry.specifier.startsWith('@quittance/') && homeOf(entry.target ?? '') === homeOf(path)
          ? 'its own front door'
          : undefined,
      );
      expect(bad).toEqual([]);
    });

    test('a door names what it shows', () => {
      const doors = sources.filter(({ path }) => doorOf(path) !== undefined);
      const bad = violations(doors, (node) =>
        ts.isExportDeclaration(node) && !node.exportClause ? 'export *' : undefined,
      );
      expect(bad).toEqual([]);
    });

    test('neighbours come in by the front door, apps by theirs too, and tests by all', () => {
      const bad = badImports(production, (entry, { path }) => {
        const door = entry.specifier.startsWith('@quittance/') && doorOf(entry.target ?? '');
        if (!door || door === 'index') return undefined;
        if (door === 'testing') return 'is for tests';
        if (door === 'host') return path.startsWith('apps/') ? undefined : 'is for apps';
        return /^(apps|libs\/providers)\//.test(path) ? undefined : 'is for adapters';
      });
      expect(bad).toEqual([]);
    });

    test('what is made for tests runs in tests alone', () => {
      const bad = badImports(production, ({ target }) =>
        target !== undefined && /(^test|\/test|\/testing)\/|spec\.ts$/.test(target)
          ? 'is for tests'
          : undefined,
      );
      expect(bad).toEqual([]);
    });

    test('what neighbours may take is at most 40 names', () => {
      const wide = libSources.flatMap((source) => {
        if (doorOf(source.path) !== 'index') return [];
        const names = namesShown(source);
        return names.length > 40 ? [`${source.path} shows ${names.length} names`] : [];
      });
      expect(wide).toEqual([]);
    });

    test('a door shows no name that nobody takes there', () => {
      const taken = takenAtDoors();
      const idle = libSources.flatMap((source) =>
        doorOf(source.path) === undefined
          ? []
          : namesShown(source)
              .filter((name) => !taken.has(`${source.path} ${name}`))
              .map((name) => `${source.path} ${name}`),
      );
      expect(idle).toEqual([]);
    });

    test('no file reaches itself through others', () => {
      expect(cycles(sources)).toEqual([]);
    });

    test('relative imports lead to a file and end in .js', () => {
      const bad = badImports(production, ({ specifier, target }) => {
        if (!specifier.startsWith('.')) return undefined;
        if (!/\.(js|json)$/.test(specifier)) return 'has no extension';
        return existsSync(join(ROOT, target ?? '')) ? undefined : 'leads nowhere';
      });
      expect(bad).toEqual([]);
    });
  });
}
