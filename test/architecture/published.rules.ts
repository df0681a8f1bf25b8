import { foreignNames, isLocked, isPublished, publishedViews } from './foreign-sql';
import { at, libSources, production } from './sources';

/**
 * The books are looked into by whoever owns them all: tables themselves, with what no view shows.
 */
const EXAMINER = 'apps/cli/src/verify/';

const examined = production.filter(({ path }) => !path.startsWith(EXAMINER));
const named = examined.flatMap(foreignNames);

const said = ({ source, line, relation }: (typeof named)[number]) => at(source, line, relation);

/** A lib's tables are its own; what others may read of them it publishes. */
export function publishedRules(): void {
  describe('what is read of another lib', () => {
    test('is a view that the lib publishes', () => {
      const bad = named.filter(({ relation }) => !isPublished(relation)).map(said);
      expect([...new Set(bad)]).toEqual([]);
    });

    test('is there', () => {
      const bad = named.filter((each) => {
        return isPublished(each.relation) && !publishedViews.includes(each.relation);
      });
      expect(bad.map(said)).toEqual([]);
    });

    test('is locked by nobody but that lib', () => {
      expect([...new Set(named.filter(isLocked).map(said))]).toEqual([]);
    });

    test('is asked of its doors by that lib alone', () => {
      const door = /\b(\w+)\.door_\w+\(/g;
      const bad = libSources.flatMap((source) => {
        if (source.path.includes('/migrations/')) return [];
        const foreign = [...source.text.matchAll(door)].filter(
          ([, schema]) => !source.path.startsWith(`libs/${schema}/`),
        );
        return foreign.map(([text]) => `${source.path} ${text}`);
      });
      expect(bad).toEqual([]);
    });
  });

  describe('a view that a lib publishes', () => {
    test('is read by another', () => {
      const read = new Set(production.flatMap(foreignNames).map(({ relation }) => relation));
      const doors = production
        .filter(({ path }) => path.includes('/migrations/'))
        .flatMap(({ path, text }) =>
          publishedViews.filter((view) => {
            return !path.startsWith(`libs/${view.split('.')[0]}/`) && text.includes(view);
          }),
        );
      expect(publishedViews.filter((view) => !read.has(view) && !doors.includes(view))).toEqual([]);
    });

    test('is of its own schema', () => {
      const bad = production
        .filter(({ path }) => path.includes('/migrations/'))
        .flatMap(({ path, text }) =>
          [...text.matchAll(/name: '(\w+)\.pub_\w+'/g)]
            .filter(([, schema]) => !path.startsWith(`libs/${schema}/`))
            .map(([view]) => `${path} ${view}`),
        );
      expect(bad).toEqual([]);
    });
  });

  describe('the finder', () => {
    const lock = (text: string) => isLocked({ relation: 'receivables.pub_invoice', text });

    test('knows a lock by its alias', () => {
      const from = 'select 1 from dunning.attempt a join receivables.pub_invoice i on true';
      expect(lock(`${from} for share`)).toBe(true);
      expect(lock(`${from} for no key update of i skip locked`)).toBe(true);
      expect(lock(`${from} for update of a, i`)).toBe(true);
      expect(lock(`${from} for update of a`)).toBe(false);
      expect(lock(from)).toBe(false);
    });
  });
}
