import { readdirSync } from 'node:fs';

/** One file of so many is in a slice: commits after one another run them all. */
const SLICES = 40;

/** The product itself, which every slice runs. */
const ALWAYS = 'test/cluster';

/**
 * What a slice runs: the migrations, the demonstration and `verify`, and some files of the API and
 * of the database, by a number that is drawn from the commit.
 */
export function filesOfSlice(drawn: number): readonly string[] {
  const files = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(e2e|db)-spec\.ts$/.test(path)),
  );
  return [ALWAYS, ...files.sort().filter((_, i) => i % SLICES === drawn % SLICES)];
}
