import {
  CreateInvoice,
  RecordPayment,
  RefundPayment,
  type InvoiceView,
} from '@quittance/receivables/host';
import { parseLocalDate } from '@quittance/calendar';
import { addSeconds } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';
import { RateBooks } from '@quittance/tax/host';
import { TaxQuotes } from '@quittance/tax';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyDatabase } from '../../apps/cli/src/verify/verify-database.js';
import { expectInvariants } from '../support/invariants.js';
import { plainInvoiceFields } from '@quittance/receivables/testing';
import { taxScene, type Recorded, type TaxScene, type TaxStory } from './support/tax-scene.js';

/** What becomes of the tax of sent invoices when the provider or our process fails on the way. */

const QUICK = { recordPausesMs: [] };
const DAY = 86_400;

let scene: TaxScene;

beforeAll(async () => {
  scene = await taxScene();
});
afterAll(async () => {
  await expectInvariants(scene.t);
  await scene.close();
});
beforeEach(() => {
  scene.t.clock.set('2026-03-02T09:00:00.000Z');
});
afterEach(() => scene.avatax.failAlways(null));

async function somebodyAsksAfter(requests: number): Promise<void> {
  while (scene.avatax.requests.length === requests) await sleep(10);
}

const paths = () => scene.avatax.requests.map(({ path }) => path.split('/').at(-1));

test('a provider that is away is asked in 2, 10 and 60 minutes, daily, then no more', async () => {
  const story = await scene.story('avatax', QUICK);
  await story.send(await story.create());
  scene.avatax.failAlways('error');
  let now = scene.t.clock.now();
  const looks: Recorded[] = [];
  const pauses: number[] = [];
  do {
    await story.engines.sweep.execute(now);
    looks.push(...(await story.recorded()));
    const next = looks.at(-1)?.next;
    if (next) pauses.push((Date.parse(next) - Date.parse(now)) / 1000);
    now = addSeconds(now, pauses.at(-1) ?? 0);
  } while (looks.at(-1)?.next);
  expect(looks.at(-1)).toMatchObject({ state: 'failed', attempts: 9 });
  expect(looks.every(({ error }) => error?.includes('500'))).toBe(true);
  expect(new Set(looks.slice(0, -1).map(({ state }) => state))).toEqual(new Set(['pending']));
  expect(pauses).toEqual([120, 600, 3600, DAY, DAY, DAY, DAY, DAY]);
});

test('what the provider refuses is not asked again', async () => {
  const story = await scene.story('avatax', QUICK);
  await story.send(await story.create());
  scene.avatax.fail('line');
  await story.engines.sweep.execute(scene.t.clock.now());
  expect(await story.recorded()).toMatchObject([
    { state: 'failed', next: null, error: expect.stringContaining('refuses') },
  ]);
});

test('after a process that dies at the provider another asks as if it had succeeded', async () => {
  const story = await scene.story('avatax', { recordMs: 60_000, recordPausesMs: [] });
  const sent = await story.send(await story.create());
  const before = scene.avatax.requests.length;
  scene.avatax.fail('hang');
  const dying = story.engines.sweep.execute(scene.t.clock.now());
  dying.catch(() => undefined);
  await somebodyAsksAfter(before);
  const now = scene.t.clock.now();
  expect(await story.engines.sweep.execute(addSeconds(now, 60))).toBe(0);
  await story.engines.sweep.execute(addSeconds(now, 120));
  expect(await story.recorded()).toMatchObject([{ state: 'committed', attempts: 2 }]);
  expect(story.atAvatax(sent)?.status).toBe('Committed');
  expect(paths().slice(-2)).toEqual(['createoradjust', 'commit']);
});

test('an invoice voided while its tax is being committed is voided there next', async () => {
  const story = await scene.story('avatax', { recordMs: 800, recordPausesMs: [1] });
  const sent = await story.send(await story.create());
  const before = scene.avatax.requests.length;
  scene.avatax.fail('hang');
  const sweep = story.engines.sweep.execute(scene.t.clock.now());
  await somebodyAsksAfter(before);
  await story.void(sent);
  await sweep;
  expect(await story.recorded()).toMatchObject([{ state: 'pending', operation: 'void' }]);
  expect(story.atAvatax(sent)?.status).toBe('Committed');
  await story.engines.sweep.execute(scene.t.clock.now());
  expect(await story.recorded()).toMatchObject([{ state: 'voided', next: null }]);
  expect(story.atAvatax(sent)?.status).toBe('Cancelled');
});

test('two workers tell the provider of each invoice once', async () => {
  const story = await scene.story('avatax', QUICK);
  for (let i = 0; i < 12; i += 1) await story.send(await story.create());
  const before = scene.avatax.requests.length;
  const looks = async () => {
    let all = 0;
    for (let found = 1; found > 0; all += found) {
      found = await story.engines.sweep.execute(scene.t.clock.now());
    }
    return all;
  };
  const [one, two] = await Promise.all([looks(), looks()]);
  expect(one + two).toBe(12);
  const calls = scene.avatax.requests.slice(before).map(({ path }) => path.split('/').at(-1));
  expect(calls.filter((call) => call === 'create')).toHaveLength(12);
  expect(calls.filter((call) => call === 'commit')).toHaveLength(12);
});

test('tax that nobody tells the provider of is found by verify', async () => {
  const story = await scene.story('avatax', QUICK);
  await story.send(await story.create());
  const now = scene.t.clock.now();
  const found = async () => {
    const checked = await verifyDatabase(scene.t.ownerUrl, addSeconds(now, 660));
    const late = checked.filter(({ violations }) => violations.length > 0).map(({ id }) => id);
    // No dispatcher runs here, so events wait as well.
    return late.filter((id) => id !== 'I15b');
  };
  expect(await found()).toEqual(['I15i']);
  await story.engines.sweep.execute(now);
  expect(await found()).toEqual([]);
});

test('tax that fell back is recorded as it was charged', async () => {
  const story = await scene.story('avatax', QUICK);
  scene.avatax.fail('error', 'error');
  const invoice = await story.create();
  expect(invoice.taxTotal).toBe('35.00');
  const sent = await story.send(invoice);
  await story.engines.sweep.execute(scene.t.clock.now());
  const document = story.atAvatax(sent);
  expect(document?.status).toBe('Committed');
  expect(document?.model.taxOverride).toMatchObject({ type: 'TaxAmount', taxAmount: '35.00' });
});

describe('the tax of an invoice that is paid as a draft', () => {
  const pay = async ({ ctx }: TaxStory, { id }: InvoiceView, amount: string) =>
    (await new RecordPayment(scene.t.db).execute(ctx, id, { amount, method: 'cash' })).id;
  const refund = ({ ctx }: TaxStory, id: PaymentId) =>
    new RefundPayment(scene.t.db).execute(ctx, id, { reason: 'Sold twice' });
  const sweep = ({ engines }: TaxStory) => engines.sweep.execute(scene.t.clock.now());
  const told = (story: TaxStory, invoice: InvoiceView) =>
    story.fake === scene.avatax
      ? story.atAvatax(invoice)?.status === 'Committed'
      : scene.taxjar.orders.has(invoice.id);

  test.each(['avatax', 'taxjar'] as const)('is told to %s with its first money', async (name) => {
    const story = await scene.story(name, QUICK);
    const draft = await story.create();
    await pay(story, draft, '100.00');
    expect(await story.recorded()).toMatchObject([{ state: 'pending', operation: 'commit' }]);
    await pay(story, draft, '441.25');
    await sweep(story);
    expect(told(story, draft)).toBe(true);
    const note = await story.credit(draft);
    await sweep(story);
    expect(await story.recorded()).toMatchObject([{ state: 'committed' }, { state: 'committed' }]);
    await story.voidNote(note);
    await sweep(story);
    expect(await story.recorded()).toMatchObject([{ state: 'committed' }, { state: 'voided' }]);
  });

  test.each(['avatax', 'taxjar'] as const)(
    'is taken back at %s with all its money, and told again when it is sent',
    async (name) => {
      const story = await scene.story(name, QUICK);
      const draft = await story.create();
      const payment = await pay(story, draft, '541.25');
      await sweep(story);
      await refund(story, payment);
      await sweep(story);
      expect(await story.recorded()).toMatchObject([{ state: 'voided' }]);
      expect(told(story, draft)).toBe(false);
      await story.send(draft);
      await sweep(story);
      expect(await story.recorded()).toMatchObject([{ state: 'committed', operation: 'commit' }]);
      expect(told(story, draft)).toBe(true);
    },
  );

  test.each(['avatax', 'taxjar'] as const)(
    'stays with %s when its money goes and comes back before anybody is told',
    async (name) => {
      const story = await scene.story(name, QUICK);
      const draft = await story.create();
      const payment = await pay(story, draft, '541.25');
      await sweep(story);
      await refund(story, payment);
      await pay(story, draft, '1.00');
      await sweep(story);
      expect(await story.recorded()).toMatchObject([{ state: 'committed', operation: 'commit' }]);
      expect(told(story, draft)).toBe(true);
    },
  );

  test('is final at once where the built-in engine serves', async () => {
    const story = await scene.story('avatax', QUICK);
    await scene.t.db.write(story.ctx, (tx) => tx.run('update tax.connector set active = false'));
    const plain = new CreateInvoice(
      new TaxQuotes(scene.t.db, new RateBooks()),
      plainInvoiceFields(scene.t.db),
    );
    const line = { description: 'Work', quantity: '1', unitPrice: '100.00', taxRate: '7' };
    const empty = { productId: null, discount: null, taxCode: null, periodStart: null };
    const draft = await plain.execute(story.ctx, {
      accountId: story.accountId,
      currency: 'USD',
      lines: [{ ...empty, ...line, periodEnd: null }],
    });
    const payment = await pay(story, draft, '107.00');
    expect(await story.recorded()).toMatchObject([{ state: 'committed', next: null }]);
    await refund(story, payment);
    expect(await story.recorded()).toMatchObject([{ state: 'voided', next: null }]);
    await pay(story, draft, '7.00');
    expect(await story.recorded()).toMatchObject([{ state: 'committed', operation: 'commit' }]);
  });
});

describe('the tax of what was supplied before its invoice', () => {
  test('is told to AvaTax by the day of the supply, and given back by it', async () => {
    const story = await scene.story('avatax', QUICK);
    const deliveryDate = parseLocalDate('2026-02-27');
    const sent = await story.send(await story.create({ deliveryDate }));
    const asked = scene.avatax.requests.map(({ body }) => JSON.stringify(body));
    expect(asked.findLast((body) => body.includes('SalesOrder'))).toContain(deliveryDate);
    const note = await story.credit(sent);
    await story.engines.sweep.execute(scene.t.clock.now());
    await story.engines.sweep.execute(scene.t.clock.now());
    const taxOverride = { type: 'TaxDate', taxDate: deliveryDate };
    const date = sent.issueDate;
    expect(story.atAvatax(sent)).toMatchObject({ model: { date, taxOverride } });
    expect(story.atAvatax(note)).toMatchObject({ model: { date: note.issueDate, taxOverride } });
  });

  test('is told by the day of the invoice where it says no other', async () => {
    const story = await scene.story('avatax', QUICK);
    const sent = await story.send(await story.create());
    await story.engines.sweep.execute(scene.t.clock.now());
    expect(story.atAvatax(sent)?.model).not.toHaveProperty('taxOverride');
  });
});

describe('the tax that a credit note gives back', () => {
  test('is told to AvaTax as a return of the day of its invoice, and voided with it', async () => {
    const story = await scene.story('avatax', QUICK);
    const sent = await story.send(await story.create());
    const note = await story.credit(sent);
    await story.engines.sweep.execute(scene.t.clock.now());
    await story.engines.sweep.execute(scene.t.clock.now());
    expect(await story.recorded()).toMatchObject([{ state: 'committed' }, { state: 'committed' }]);
    expect(story.atAvatax(note)).toMatchObject({
      status: 'Committed',
      model: {
        type: 'ReturnInvoice',
        taxOverride: { type: 'TaxDate', taxDate: sent.issueDate },
        lines: [{ amount: '-100.00' }],
      },
    });
    await story.voidNote(note);
    await story.engines.sweep.execute(scene.t.clock.now());
    expect(story.atAvatax(note)?.status).toBe('Cancelled');
    expect(story.atAvatax(sent)?.status).toBe('Committed');
    expect(await story.recorded()).toMatchObject([{ state: 'committed' }, { state: 'voided' }]);
  });

  test('is told to TaxJar as a refund, once TaxJar has the order it refers to', async () => {
    const story = await scene.story('taxjar', QUICK);
    const sent = await story.send(await story.create());
    scene.taxjar.fail('error');
    const note = await story.credit(sent);
    const now = scene.t.clock.now();
    await story.engines.sweep.execute(now);
    expect(await story.recorded()).toMatchObject([{ state: 'pending' }, { attempts: 0 }]);
    await story.engines.sweep.execute(addSeconds(now, 125));
    await story.engines.sweep.execute(addSeconds(now, 125));
    expect(await story.recorded()).toMatchObject([{ state: 'committed' }, { state: 'committed' }]);
    expect(scene.taxjar.refunds.get(note.id)).toMatchObject({
      transaction_reference_id: sent.id,
      amount: '-100.00',
      sales_tax: '-8.25',
    });
    await story.voidNote(note);
    await story.engines.sweep.execute(addSeconds(now, 125));
    expect(scene.taxjar.refunds.has(note.id)).toBe(false);
    expect(scene.taxjar.orders.has(sent.id)).toBe(true);
  });

  test('is told again when nobody knows whether the provider has it', async () => {
    const story = await scene.story('taxjar', QUICK);
    const sent = await story.send(await story.create());
    const now = scene.t.clock.now();
    await story.engines.sweep.execute(now);
    const note = await story.credit(sent);
    scene.taxjar.fail('drop_after');
    await story.engines.sweep.execute(now);
    expect(await story.recorded()).toMatchObject([{ state: 'committed' }, { state: 'pending' }]);
    await story.engines.sweep.execute(addSeconds(now, 125));
    expect(await story.recorded()).toMatchObject([{ state: 'committed' }, { state: 'committed' }]);
    expect([...scene.taxjar.refunds.keys()].filter((id) => id === note.id)).toHaveLength(1);
  });
});
