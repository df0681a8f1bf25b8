import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sources } from './sources';

interface DeepTier {
  readonly IN_TURN: readonly (readonly string[])[];
  readonly ONLY_DEEP: readonly string[];
  deepFiles(root: string): readonly string[];
  deepParts(files: readonly string[]): readonly (readonly string[])[];
}

interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly test: readonly [project: string, path: string, title: string];
}

const deep = require('../support/deep/deep-files.cjs') as DeepTier;
const { MUTATIONS } = require('../support/mutations/mutations.cjs') as {
  readonly MUTATIONS: readonly Mutation[];
};

const byPath = new Map(sources.map((source) => [source.path, source]));
const isSpec = (path: string) => /[.-]spec\.ts$/.test(path);

/** The files that import one of these, or a file that does. */
function reaching(targets: readonly string[]): Set<string> {
  const found = new Set(targets);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { path, imports } of sources) {
      if (imports.some(({ target }) => target !== undefined && found.has(target))) found.add(path);
    }
  }
  return found;
}

/** The tests are a program too. */
export function suiteRules(): void {
  describe('the suite', () => {
    test('runs in the deep tier whatever runs more of itself there', () => {
      const tier = ['test/support/tier.ts', 'test/faults/support/kill-cases.ts'];
      const asking = [...reaching(tier)].filter(isSpec);
      expect(asking.length).toBeGreaterThan(20);
      const run = deep.deepFiles(ROOT);
      const listed = [...deep.ONLY_DEEP, ...deep.IN_TURN.flat()];
      expect([...asking, ...listed].filter((path) => !run.includes(path))).toEqual([]);
      expect(run.filter((path) => !byPath.has(path))).toEqual([]);
    });

    test('leaves no file out of the parts of the deep tier, and runs none twice', () => {
      const files = deep.deepFiles(ROOT);
      const parts = deep.deepParts(files);
      expect(parts.flat().sort()).toEqual([...files].sort());
      expect(deep.deepParts(files)).toEqual(parts);
    });

    test('has no two files of which the build makes one', () => {
      const stems = ['apps', 'libs', 'test'].flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
          .filter((path) => /\.(ts|mjs|js)$/.test(path))
          .map((path) => join(folder, path.replace(/\.\w+$/, ''))),
      );
      expect(stems.length).toBeGreaterThan(sources.length);
      expect(stems.sort().filter((stem, at) => stem === stems[at - 1])).toEqual([]);
    });

    test('knows where each fault goes that it once did not notice, and who notices it', () => {
      const lost = MUTATIONS.filter(({ file, from, test: [, spec, title] }) => {
        const places = byPath.get(file)?.text.split(from).length ?? 0;
        const specs = sources.filter(({ path }) => isSpec(path) && path.includes(spec));
        // A table of cases has the title in parts.
        const words = title.split(' ').slice(0, 3).join(' ');
        return places !== 2 || !specs.some(({ text }) => text.includes(words));
      });
      expect(lost.map(({ name }) => name)).toEqual([]);
    });
  });
}
