import { verifyDatabase } from '../../apps/cli/src/verify/verify-database.js';
import type { TestDatabase } from './test-database.js';

/** Fails with every violated invariant of the test's database, over all its companies. */
export async function expectInvariants(t: Pick<TestDatabase, 'ownerUrl' | 'clock'>): Promise<void> {
  const checked = await verifyDatabase(t.ownerUrl, t.clock.now());
  const wrong = checked.flatMap(({ violations }) => violations);
  expect(wrong.map((v) => `${v.invariant} ${v.object} ${v.record}: ${v.wrong}`)).toEqual([]);
}
