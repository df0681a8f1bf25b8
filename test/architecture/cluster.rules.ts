import { FUNCTION_FORMS } from './cluster/functions';
import { TABLE_FORMS } from './cluster/tables';
import { WRITE_FORMS } from './cluster/writes';
import { at, production, sources, lineOf, type Source } from './sources';
import { UNKNOWN, textsOf } from './sql-text';

const FORMS = [...WRITE_FORMS, ...FUNCTION_FORMS, ...TABLE_FORMS];

/**
 * Migrations go one statement after the other as their owner; what operators' tools look for, they
 * look for in all companies.
 */
const OF_OPERATORS = /\/migrations\/|\/verify\/|\/sealed-[\w-]+\.sql\.ts$/;

/**
 * Files with statements that have not been given another form, by the form's name. No file is
 * added, and one whose statements have been rewritten is taken out.
 */
const NOT_YET: Readonly<Record<string, readonly string[]>> = {};

const among = production.filter(({ path }) => !OF_OPERATORS.test(path));
const texts = among.map((source) => [source, textsOf(source)] as const);

/** Those of libs and apps run on the cluster as well, with statements of their own. */
const tests = sources
  .filter(({ path }) => /^(?:apps|libs)\//.test(path) && !production.some((p) => p.path === path))
  .map((source) => [source, textsOf(source)] as const);

/** As the owner, whom no policy binds, so that Citus may copy what is selected. */
const COPIED_BY_OWNER = [
  'libs/billing/src/verify/verify.db-spec.ts',
  'libs/customization/src/definitions/definitions.db-spec.ts',
  'libs/objects/src/values/build-field-indexes.db-spec.ts',
  'libs/receivables/src/payments/payments-of-invoice.db-spec.ts',
  'apps/staff-api/test/sales/agreement-invariants.e2e-spec.ts',
  'apps/staff-api/test/sales/billed-invariants.e2e-spec.ts',
];

/** It says of statements that a coordinator refuses them. */
const OF_REFUSALS = 'libs/database/src/server/citus.spec.ts';

function seenIn(source: Source, found: (typeof texts)[number][1], form: (typeof FORMS)[number]) {
  return found.flatMap(({ node, text }) =>
    form
      .find(text)
      .map((what) => at(source, lineOf(source, node), what.replaceAll(UNKNOWN, '…').trim())),
  );
}

/** The forms of statements that a cluster plans; one machine takes them all. */
export function clusterRules(): void {
  describe('a statement that a cluster has to plan', () => {
    for (const form of FORMS) {
      const seen = texts.flatMap(([source, found]) => seenIn(source, found, form));
      const listed = NOT_YET[form.name] ?? [];
      const isListed = (each: string) => listed.some((path) => each.startsWith(`${path}:`));

      test(`has not: ${form.name}`, () => {
        expect([...new Set(seen.filter((each) => !isListed(each)))]).toEqual([]);
      });

      test(`is in the list of those that have only while it does: ${form.name}`, () => {
        const idle = listed.filter((path) => !seen.some((each) => each.startsWith(`${path}:`)));
        expect(idle).toEqual([]);
      });

      test(`is told from others: ${form.name}`, () => {
        expect(form.refused.filter((text) => form.find(text).length === 0)).toEqual([]);
        expect(form.taken.filter((text) => form.find(text).length > 0)).toEqual([]);
      });
    }

    test('is taken where tests send it too', () => {
      const seen = [...WRITE_FORMS, ...FUNCTION_FORMS].flatMap((form) =>
        tests.flatMap(([source, found]) => seenIn(source, found, form)),
      );
      const isTold = (each: string) =>
        [OF_REFUSALS, ...COPIED_BY_OWNER].some((path) => each.startsWith(`${path}:`));
      expect(tests.length).toBeGreaterThan(300);
      expect([...new Set(seen.filter((each) => !isTold(each)))]).toEqual([]);
      const idle = COPIED_BY_OWNER.filter((path) => !seen.some((each) => each.startsWith(path)));
      expect(idle).toEqual([]);
    });

    test('has a name of its own for each form of the list', () => {
      const names = FORMS.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(Object.keys(NOT_YET).filter((name) => !names.includes(name))).toEqual([]);
    });
  });
}
