import { formatMinor, parseMinor, sumOf } from '@quittance/money';
import fc from 'fast-check';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { runsInParts } from '../../../../../test/support/tier.js';
import { made, type Json, type Made } from '../../objects/objects-support';
import { aPlan, call } from '../sales-support';
import { billedOn } from '../subscription-support';
import { LifeBooks } from './life-books';
import { lifeTaxes, TAX_CODES, taxedAccount } from './life-taxes';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

const price = fc.integer({ min: 1, max: 50_000 }).map((minor) => formatMinor(BigInt(minor), 'EUR'));
const code = fc.nat({ max: TAX_CODES.length - 1 });

/** Changes of two items on one day, and of a third that comes and goes. */
const days = fc.array(
  fc.record({
    prices: fc.tuple(
      fc.option(price, { nil: undefined }),
      fc.option(price, { nil: undefined }),
      fc.option(price, { nil: null }),
    ),
    codes: fc.tuple(code, code, code),
    billing: fc.constantFrom('now' as const, 'now' as const, 'next_invoice' as const),
    proration: fc.constantFrom('prorated' as const, 'full' as const, 'none' as const),
    /** What is done ahead of it: drafts are sent, or what the one before made is given up. */
    ahead: fc.constantFrom(null, null, 'send' as const, 'cancel' as const, 'void' as const),
  }),
  { minLength: 2, maxLength: 5 },
);

const minor = (text: unknown) => parseMinor(String(text), 'EUR') ?? 0n;

test.each(runsInParts(4, 40))(
  'a change comes to what its preview has shown, whatever the day has seen ($part of $parts)',
  async ({ numRuns }) => {
    await fc.assert(
      fc.asyncProperty(days, lifeTaxes, async (changes, taxes) => {
        t.clock.set('2026-04-01T10:00:00Z');
        const admin = await api.newAdmin(await t.newCompany());
        const accountId = await taxedAccount(admin, taxes);
        const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '100' }] });
        const codeOf = (at: number) => (taxes.several ? (TAX_CODES[at]?.code ?? null) : null);
        const item = { planId: plan.id, taxCode: codeOf(0) };
        const asked = { accountId, currency: 'EUR', items: [item, item], startDate: '2026-04-01' };
        const of = (await made(admin, '/subscriptions', asked)) as Made & { items: Json[] };
        const books = new LifeBooks(t, api, admin);
        await billedOn({ t, api, admin }, '2026-04-01');
        t.clock.set('2026-04-16T12:00:00Z');
        const owed = async () => {
          const all = [...(await books.charged()).values(), ...(await books.waiting()).values()];
          return sumOf(all);
        };
        const netOf = (items: readonly Json[]) => sumOf(items.map(({ net }) => minor(net)));
        let held: readonly Json[] = of.items;
        let since = await books.standing();
        for (const { prices, codes, billing, proration, ahead } of changes) {
          if (ahead === 'send') await books.send();
          else if (ahead !== null) await books.giveUp(since, ahead, true);
          const items = prices.flatMap((unitPrice, i) => {
            const known = held[i];
            if (unitPrice === null || (!known && unitPrice === undefined)) return [];
            const { itemId } = known ?? {};
            return [{ planId: plan.id, taxCode: codeOf(codes[i] ?? 0), itemId, unitPrice }];
          });
          const body = { items, effective: 'now', billing, proration };
          const path = `/subscriptions/${of.id}`;
          const before = await owed();
          since = await books.standing();
          const { body: shown } = await call(admin, 'POST', `${path}/preview-change`, body);
          const { previewHash } = shown;
          const done = await call(admin, 'POST', `${path}/change`, { ...body, previewHash });
          expect([done.status, done.code]).toEqual([200, undefined]);
          const after = done.body.items as Json[];
          expect({
            net: (await owed()) - before,
            parts: minor(shown.charge) - minor(shown.credit),
            before: netOf(held),
            after: netOf(after),
          }).toEqual({
            net: minor(shown.net),
            parts: minor(shown.net),
            before: minor(shown.before),
            after: minor(shown.after),
          });
          held = after;
        }
      }),
      { numRuns, endOnFailure: true },
    );
  },
);
