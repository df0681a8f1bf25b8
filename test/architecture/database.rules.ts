import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, appSources, at, badFiles, homeOf, libSources, lineOf, production } from './sources';
import { UNKNOWN, textsOf } from './sql-text';

const WRITES_UNKNOWN = new RegExp(
  `\\b(insert into|update|delete from|truncate)\\s+(?:only\\s+)?${UNKNOWN}`,
  'i',
);

/**
 * Write rows of whatever table they are told: the sets of rows and the engine of objects that of
 * the entity or description, which each lib makes of its own tables alone; the others tables of
 * their lib. What signing in needs is kept in tables of each directory, whose lib hands them in.
 */
const WRITERS_OF_ANY: readonly string[] = [
  'libs/customization/src/metadata/versioned-rows.ts',
  'libs/database/src/rows/row-set.ts',
  'libs/identity/src/devices/device-statements.ts',
  'libs/identity/src/sessions/session-statements.ts',
  'libs/identity/src/sign-in/attempt-statement.ts',
  'libs/objects/src/computed/store-computed.ts',
  'libs/objects/src/records/custom-members.ts',
  'libs/objects/src/records/delete-records.ts',
  'libs/objects/src/records/record-rows.ts',
  'libs/tax/src/set-up/store-set-up.ts',
];

/** What source text tells about the use of the database. */
export function databaseRules(): void {
  describe('the database, as far as text can tell', () => {
    const schemas = readdirSync(join(ROOT, 'libs'));
    const statement = new RegExp(
      '\\b(insert into|update|delete from|truncate)\\s+(?:only\\s+)?' +
        `(${schemas.join('|')})\\.[\\w${UNKNOWN}]+`,
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

    test('nor does it by a name that stands for another’s table', () => {
      const bad = libSources.flatMap((source) =>
        textsOf(source).flatMap(({ node, text }) =>
          [...text.matchAll(statement)]
            .filter(([, , schema]) => `libs/${schema?.toLowerCase()}` !== homeOf(source.path))
            .map(([written]) => at(source, lineOf(source, node), written.replace(/\s+/g, ' '))),
        ),
      );
      expect(bad).toEqual([]);
    });

    test('what is written by a name that only running it tells stands in a list', () => {
      const bad = libSources.flatMap((source) =>
        textsOf(source)
          .filter(({ text }) => WRITES_UNKNOWN.test(text))
          .map(({ node }) => at(source, lineOf(source, node), 'writes a table of an unknown name')),
      );
      const isListed = (each: string) => WRITERS_OF_ANY.some((path) => each.startsWith(`${path}:`));
      expect(bad.filter((each) => !isListed(each))).toEqual([]);
    });

    test('a provider’s name for something is looked up with the provider', () => {
      const byName = /\bprovider_(?:payment|refund|object)_id\s*=\s*(?:any\()?(?:\$\d|:[a-z])/;
      const withProvider = /\bprovider\s*=\s*(?:\$\d|:[a-z])/;
      const bad = libSources.flatMap((source) =>
        textsOf(source)
          .filter(({ text }) => byName.test(text) && !withProvider.test(text))
          .map(({ node }) => at(source, lineOf(source, node), 'asks for a name of any provider')),
      );
      expect(bad).toEqual([]);
    });

    test('no statement has more than eight positions that somebody has counted', () => {
      const bad = libSources.flatMap((source) =>
        textsOf(source)
          .filter(({ text }) => /\$(9|[1-9]\d)\b/.test(text))
          .map(({ node }) => at(source, lineOf(source, node), 'counts: give them names')),
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
          const number = /^(1764\d{9})-[a-z0-9-]+\.ts$/.exec(basename(path))?.[1];
          if (!number) return 'is not named <13 digits>-<words>.ts';
          const named = new RegExp(`export class \\w+${number} extends ForwardMigration`);
          return named.test(text) ? undefined : `has no class that ends in ${number}`;
        },
      );
      expect(bad).toEqual([]);
    });
  });
}
