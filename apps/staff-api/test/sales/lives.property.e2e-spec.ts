import fc from 'fast-check';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { runs } from '../../../../test/support/tier.js';
import { Life, lives, taxRoundings } from './lives';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  // No dispatcher runs while the clock goes on for months.
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

test('what is charged and not given back is what each day costs', async () => {
  await fc.assert(
    fc.asyncProperty(lives, taxRoundings, async (steps, taxRounding) => {
      const one = await Life.begun({ t, api }, taxRounding);
      for (const step of steps) await one.take(step);
      await one.over();
      expect(await one.charged()).toBe(one.model.total);
    }),
    { numRuns: runs(12, 5) },
  );
});
