import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources';

const ROW = /^\| \*\*(.+?)\*\* \| `([^`]+)` \| .+ \|$/gm;

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
