import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, homeOf, production } from './sources';

const ROW = /^\| \*\*(.+?)\*\* \| `([^`]+)` \| .+ \|$/gm;

/** `export const NAME`, and what else declares a name for others. */
const EXPORTED =
  /^export (?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm;

/**
 * In their words something is described: fields, members, settings, events, bodies. Who describes
 * takes them from one of these, and reads `text` there as what it is in that language.
 */
const LANGUAGES: readonly string[] = [
  'libs/config/src/setting.ts',
  'libs/contracts/src/shape.ts',
  'libs/fields/src/describe.ts',
  'libs/http/src/input/nested-fields.ts',
  'libs/nouns/src/usual-members.ts',
  'libs/nouns/src/member.ts',
];

/** The ids of operations, which clients are made of, are the names of controllers. */
const IN_DOCUMENTS: ReadonlySet<string> = new Set(['WebhooksController']);

/** Words of our own stand in the glossary, with where they live. */
export function wordRules(): void {
  test('the words of the glossary live where it says', () => {
    const glossary = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
    const rows = [...glossary.matchAll(ROW)];
    expect(rows.length).toBeGreaterThan(40);
    const gone = rows.filter(([, , path = '']) => !existsSync(join(ROOT, path)));
    expect(gone.map(([, word, path]) => `${word}: ${path}`)).toEqual([]);
  });
}

/** Apps do not know one another: what each calls its own is unique in it and among the libs. */
export function nameRules(): void {
  const apps = [...new Set(production.map(({ path }) => homeOf(path)))].filter((home) =>
    home?.startsWith('apps/'),
  );
  test.each(apps)('a name is exported by one file, of the libs and %s', (app) => {
    const places = new Map<string, string[]>();
    for (const { path, text } of production) {
      const home = homeOf(path);
      if (LANGUAGES.includes(path) || (home?.startsWith('apps/') && home !== app)) continue;
      for (const [, name = ''] of text.matchAll(EXPORTED)) {
        places.set(name, [...(places.get(name) ?? []), path]);
      }
    }
    const twice = [...places].filter(([name, { length }]) => length > 1 && !IN_DOCUMENTS.has(name));
    expect(twice.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([]);
  });
}
