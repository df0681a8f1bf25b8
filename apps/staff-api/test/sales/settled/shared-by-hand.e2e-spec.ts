import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { type Json, type Made } from '../../objects/objects-support';
import { BooksByHand } from './books-by-hand';

let t: TestDatabase;
let api: TestStaffApi;
let books: BooksByHand;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  books = await BooksByHand.open(t, api);
});
// No dispatcher runs while the clock goes on for weeks.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** The invoice of December, with those of its lines only that are told. */
async function december(...lines: readonly number[]): Promise<Json> {
  const invoice = await books.newest();
  return { ...invoice, lines: lines.map((i) => (invoice.lines as Json[])[i]) };
}

describe('an invoice of several items that somebody has credited by hand', () => {
  // Of 124.00 are 29.00 and 42.00 for days behind: 53.00 are owed, less the note that stays.
  test.each([
    ['62.41', '34.89', 0n],
    ['30', '50', 2300n],
  ])('gives back what notes without a line leave (%s, voided: %s)', async (stays, goes, left) => {
    const one = await books.billed(2, 2);
    const invoice = await december(0);
    await books.credited(invoice, stays, false);
    const other = (await books.credited(invoice, goes, false)) as Made;
    await books.changedTo(one, 3, [undefined, 1]);
    await books.changedTo(one, 11, [0]);
    await books.takenBack(other);
    expect(await books.chargedInAll()).toBe(left);
  });

  test('gives of a line no more back than a note of it leaves, beside one without', async () => {
    const one = await books.billed(1, 1);
    await books.credited(await december(1), '9.90');
    const other = (await books.credited(await december(0), '24.97', false)) as Made;
    await books.changedTo(one, 2, [undefined, 0]);
    // Of the line are 21.10 left, of the invoice 27.13.
    expect(await books.chargedInAll()).toBe(2713n - 2110n);
    expect(await books.endedOn(one, '2026-12-03')).toBe(0n);
    await books.takenBack(other);
    expect(await books.chargedInAll()).toBe(200n);
  });
});
