import type { Binaries, Programs } from './binaries.js';
import { choosePrograms } from './choose-programs.js';

const HOME = '/srv/data';
const of = (major: number, origin: string): Binaries => ({
  bin: `/${origin}/${major}/bin`,
  version: `${major}.4`,
  major,
});
const packaged = of(17, 'packaged');
const [system18, system16, system15] = [of(18, 'system'), of(16, 'system'), of(15, 'system')];
const everything: Programs = { packaged, system: [system18, system16, system15] };

/** The sentence and nothing besides. */
const saying = (sentence: string) => new RegExp(`^${sentence.replaceAll('.', '\\.')}$`);

describe('programs of a new cluster', () => {
  test.each<['packaged' | 'system', Programs, Binaries]>([
    ['packaged', everything, packaged],
    ['packaged', { packaged, system: [] }, packaged],
    ['system', everything, system18],
    ['system', { system: [system15] }, system15],
  ])('%s', (wanted, programs, expected) => {
    expect(choosePrograms(wanted, programs, { home: HOME, majors: [] })).toBe(expected);
  });

  test.each<['packaged' | 'system', Programs, RegExp]>([
    ['packaged', { system: [system16] }, /run `npm ci` .* or set EMBEDDED_POSTGRES=system/],
    ['system', { packaged, system: [] }, /No PostgreSQL 15 or newer .* remove EMBEDDED_POSTGRES/],
  ])('%s is never replaced by the other', (wanted, programs, sentence) => {
    expect(() => choosePrograms(wanted, programs, { home: HOME, majors: [] })).toThrow(sentence);
  });
});

describe('programs of an existing cluster', () => {
  test.each<['packaged' | 'system', readonly number[], Binaries]>([
    ['packaged', [17], packaged],
    ['packaged', [15, 17], packaged],
    ['system', [15], system15],
    ['system', [16, 17], system16],
  ])('%s of its version: %j', (wanted, majors, expected) => {
    expect(choosePrograms(wanted, everything, { home: HOME, majors })).toBe(expected);
  });

  test.each<[string, 'packaged' | 'system', Programs, readonly number[], RegExp]>([
    [
      'the system has its version',
      'packaged',
      everything,
      [15],
      saying(
        '/srv/data holds data of PostgreSQL 15, and the one of the packages is 17. Set ' +
          'EMBEDDED_POSTGRES=system to go on with PostgreSQL 15 of this machine, or dump them ' +
          'there and restore them into a new DATA_DIR: docs/operations.md.',
      ),
    ],
    [
      'nobody has its version',
      'packaged',
      everything,
      [40, 41],
      saying(
        '/srv/data holds data of PostgreSQL 40 and 41, and no programs of that version are here: ' +
          'install PostgreSQL 41 and set EMBEDDED_POSTGRES=system, or set DATABASE_URL to a ' +
          'server that holds the data.',
      ),
    ],
    [
      'the packages have its version',
      'system',
      everything,
      [17],
      /holds data of PostgreSQL 17, which is that of the packages: remove EMBEDDED_POSTGRES/,
    ],
    [
      'the packages are not there',
      'packaged',
      { system: [system15] },
      [15],
      /of the packages is not installed\. Set EMBEDDED_POSTGRES=system/,
    ],
    [
      'the packages alone may have its version',
      'packaged',
      { system: [] },
      [17],
      /run `npm ci` with optional dependencies, or install PostgreSQL 17/,
    ],
    [
      'another version is installed',
      'system',
      { packaged, system: [system16] },
      [15],
      /install PostgreSQL 15 and set EMBEDDED_POSTGRES=system/,
    ],
  ])('are refused where %s', (_, wanted, programs, majors, sentence) => {
    expect(() => choosePrograms(wanted, programs, { home: HOME, majors })).toThrow(sentence);
  });
});
