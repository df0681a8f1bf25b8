import fc from 'fast-check';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { runsInParts } from '../../../../../test/support/tier.js';
import { Life, lives } from './lives';
import { lifeTaxes } from './life-taxes';

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

test.each(runsInParts(3, 40))(
  'what is charged and not given back is what each day costs, at each tax ($part of $parts)',
  async ({ numRuns }) => {
    await fc.assert(
      fc.asyncProperty(lives, lifeTaxes, async (steps, taxes) => {
        const one = await Life.begun({ t, api }, taxes);
        for (const step of steps) {
          await one.take(step);
          // What waits is neither lost nor doubled meanwhile.
          expect(await one.known()).toEqual(one.expected());
        }
        await one.over();
        await one.expectSettled();
      }),
      // Each step of shrinking is a life over HTTP: the first counterexample is told at once.
      { numRuns, endOnFailure: true },
    );
  },
);
