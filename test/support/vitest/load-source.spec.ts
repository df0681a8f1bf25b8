import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// By one name for all runs: what it is compiled to is kept.
const folder = join(process.cwd(), 'node_modules/.cache/quittance-test/load-source');
const file = join(folder, 'answer.ts');
const load = createRequire(join(process.cwd(), 'package.json'));

beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a source exports that says this. */
function answerOf(source: string): unknown {
  writeFileSync(file, source);
  delete load.cache[file];
  return (load(file) as { answer: unknown }).answer;
}

it('a source is what it says now, however often it was compiled before', () => {
  const [one, two] = [1, 2].map((n) => `export const answer: number = ${n};\n`) as [string, string];
  expect([one, one, two, two, one].map(answerOf)).toEqual([1, 1, 2, 2, 1]);
});
