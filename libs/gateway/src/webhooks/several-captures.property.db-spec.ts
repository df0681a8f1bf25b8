import { RecordPayment } from '@quittance/receivables/host';
import type { InvoiceId } from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import fc from 'fast-check';
import { Client } from 'pg';
import { runs } from '../../../../test/support/tier.js';
import { Debts } from '../testing/debts.js';
import { WebhookStage } from '../testing/webhook-stage.js';

let stage: WebhookStage;
let owner: Client;

beforeAll(async () => {
  stage = await WebhookStage.open();
  owner = new Client({ connectionString: stage.t.ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner?.end();
  await stage?.close();
});

/** What may happen to three invoices, in any order and at once. */
const anyEvent = fc.oneof(
  fc.record({ kind: fc.constant('checkout' as const), set: fc.integer({ min: 1, max: 7 }) }),
  fc.record({
    kind: fc.constant('pays' as const),
    link: fc.nat(5),
    told: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('cash' as const),
    invoice: fc.nat(2),
    amount: fc.integer({ min: 1, max: 600 }),
  }),
);

test('all that is captured is on invoices or on account, and none takes too much', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyEvent, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 5 }),
      async (rounds) => {
        const debts = await Debts.open({ stage, owner }, [300n, 500n, 200n]);
        const links: string[] = [];
        let captured = 0n;
        const happens = async (event: (typeof rounds)[number][number]): Promise<void> => {
          if (event.kind === 'checkout') {
            const ids = debts.ids.filter((_, i) => event.set & (1 << i));
            links.push((await debts.checkout(ids)).providerLinkId);
          } else if (event.kind === 'cash') {
            const payment = { amount: (event.amount / 100).toFixed(2), method: 'cash' } as const;
            const id = debts.ids[event.invoice] as InvoiceId;
            await new RecordPayment(stage.t.db).execute(debts.ctx, id, payment);
          } else {
            const link = links[event.link % Math.max(1, links.length)];
            if (link === undefined) return;
            const tell = debts.pays(link);
            await Promise.all(Array.from({ length: event.told }, tell));
          }
        };
        for (const round of rounds) await Promise.allSettled(round.map(happens));
        const payments = await stage.payments(debts.ctx);
        for (const { amount, method } of payments as { amount: bigint; method: string }[]) {
          if (method === 'gateway') captured += amount;
        }
        const paid = stage.fake.links
          .filter(({ id }) => links.includes(String(id)))
          .flatMap(({ payments }) => (payments as { amount: number }[] | undefined) ?? []);
        expect(captured).toBe(sumOf(paid.map(({ amount }) => BigInt(amount))));
        for (const balance of await debts.balances()) expect(balance >= 0n).toBe(true);
        expect(await debts.amiss()).toEqual([]);
      },
    ),
    { numRuns: runs(6, 10) },
  );
}, 300_000);
