import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { production, ROOT, violations } from './sources';

interface DataFile {
  readonly path: string;
  readonly text: string;
}

const dataFiles: readonly DataFile[] = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      path: `${folder}/${file.replaceAll('\\', '/')}`,
      text: readFileSync(join(ROOT, folder, file), 'utf8'),
    })),
);

const badData = (check: (file: DataFile) => string | undefined) =>
  dataFiles.flatMap((file) => {
    const what = check(file);
    return what === undefined ? [] : [`${file.path} ${what}`];
  });

/** A list of words as long as three lines may stand in the code that goes by it. */
const LONGEST_LIST = 240;

/** The text that `.split(…)` is called on, where it stands in the source: a table in disguise. */
function splitText(node: ts.Node): ts.StringLiteralLike | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
  if (node.expression.name.text !== 'split') return;
  let receiver: ts.Expression = node.expression.expression;
  while (ts.isCallExpression(receiver) && ts.isPropertyAccessExpression(receiver.expression)) {
    receiver = receiver.expression.expression;
  }
  return ts.isStringLiteralLike(receiver) ? receiver : undefined;
}

/** Data stands in JSON beside the code that reads it. */
export function dataRules(): void {
  describe('data is data', () => {
    test('every file of data says where it is from and of which day it is', () => {
      const bad = badData(({ text }) => {
        const { source, date } = JSON.parse(text) as { source?: unknown; date?: unknown };
        if (typeof source !== 'string' || source.length < 10) return 'names no source';
        return /^20\d\d-\d\d-\d\d$/.test(String(date)) ? undefined : 'has no date';
      });
      expect(dataFiles.length).toBeGreaterThan(20);
      expect(bad).toEqual([]);
    });

    test('a file of data is read by code of its own folder, by one file alone', () => {
      const bad = badData(({ path }) => {
        const readers = production.filter((source) =>
          source.imports.some(({ target }) => target === path),
        );
        const [reader] = readers;
        if (readers.length !== 1 || !reader) return `is read by ${readers.length} files`;
        return dirname(reader.path) === dirname(path) ? undefined : `is read by ${reader.path}`;
      });
      expect(bad).toEqual([]);
    });

    test('no data has the name of code beside it', () => {
      // Asked for without its ending, the data would be found in place of the code.
      const bad = badData(({ path }) =>
        existsSync(join(ROOT, path.replace(/json$/, 'ts')))
          ? `stands beside ${basename(path, '.json')}.ts`
          : undefined,
      );
      expect(bad).toEqual([]);
    });

    test('no table is written as a text that the code takes apart', () => {
      const bad = violations(production, (node) =>
        (splitText(node)?.text.length ?? 0) > LONGEST_LIST
          ? 'a table: it belongs in JSON'
          : undefined,
      );
      expect(bad).toEqual([]);
    });
  });
}
