import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, homeOf, production, badFiles, libSources, appSources } from './sources';

/** What source text tells about the use of the database. */
export function databaseRules(): void {
  describe('the database, as far as text can tell', () => {
    const schemas = readdirSync(join(ROOT, 'libs'));
    const statement = new RegExp(
      `\\b(insert into|update|delete from|truncate)\\s+(?:only\\s+)?(${schemas.join('|')})\\.\\w+`,
      'gi',
    );

    test('a lib writes its own schema only', () => {
      const bad = libSources.flatMap((source) =>
        [...source.text.matchAll(statement)]
          .filter(([, , schema]) => `libs/${schema?.toLowerCase()}` !== homeOf(source.path))
          .map(([text]) => `${source.path} ${text.replace(/\s+/g, ' ')}`),
      );
      expect(bad).toEqual([]);
    });

    test('apps hold no SQL', () => {
      const bad = appSources.flatMap((source) =>
        [...source.text.matchAll(statement)].map(([text]) => `${source.path} ${text}`),
      );
      expect(bad).toEqual([]);
    });

    test('a migration is named by its number', () => {
      const bad = badFiles(
        production.filter(({ path }) => path.includes('/migrations/')),
        ({ path, text }) => {
          const number = /^(1764000\d{6})-[a-z0-9-]+\.ts$/.exec(basename(path))?.[1];
          if (!number) return 'is not named <13 digits>-<words>.ts';
          const named = new RegExp(`export class \\w+${number} implements MigrationInterface`);
          return named.test(text) ? undefined : `has no class that ends in ${number}`;
        },
      );
      expect(bad).toEqual([]);
    });
  });
}
