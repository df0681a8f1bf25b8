import { verifyDatabase } from '../../apps/cli/src/verify/verify-database.js';
import type { TestDatabase } from './test-database.js';

/**
 * Fails with every violated invariant of the test's database, over all its companies.
 * @param without what cannot hold in a test that books captures no webhook told of: `I9b`
 */
export async function expectInvariants(
  t: Pick<TestDatabase, 'ownerUrl' | 'clock'>,
  without: readonly string[] = [],
): Promise<void> {
  const checked = await verifyDatabase(t.ownerUrl, t.clock.now());
  const wrong = checked
    .flatMap(({ violations }) => violations)
    .filter(({ invariant }) => !without.includes(invariant));
  expect(wrong.map((v) => `${v.invariant} ${v.object} ${v.record}: ${v.wrong}`)).toEqual([]);
}
