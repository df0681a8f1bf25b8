import { made } from '../objects/objects-support.js';
import { bodyOf } from '../access/members.js';
import { onDunningStage, type DunningStage } from './dunning-support.js';

let s: DunningStage;
onDunningStage((stage) => {
  s = stage;
});

interface Charged {
  readonly count: number;
  readonly invoices: readonly { readonly accountId: string }[];
  readonly skipped: readonly { readonly accountId: string }[];
}

const charge = async () =>
  bodyOf<Charged>(await s.admin.call('POST', '/dunning/late-charges', { body: {} }));
const isOver = () => s.t.clock.set('2026-04-01T09:00:00.000Z');
const terms = () =>
  s.admin.call('PUT', '/dunning/late-terms', {
    body: {
      active: true,
      annualRate: '9',
      graceDays: 0,
      appliesFrom: '2026-01-01',
      amounts: [],
    },
  });
const required = () =>
  made(s.admin, '/customization/objects/invoice/fields', {
    name: 'region__c',
    label: 'Region',
    type: 'text',
    required: true,
  });
const onlyEuros = () =>
  made(s.admin, '/customization/validation-rules', {
    object: 'invoice',
    name: 'Euros',
    formula: 'currency <> "USD"',
    message: 'We bill in euros.',
  });

describe('what the company asks of invoices', () => {
  it('is asked of nobody where an invoice is made of something else', async () => {
    const accountId = await s.p.account();
    await s.p.overdue(accountId);
    await terms();
    await required();
    isOver();
    expect(await charge()).toMatchObject({ count: 1, skipped: [] });
    const lines = [{ description: 'Desk', ordered: '2', unitPrice: '50.00', taxRate: '19' }];
    const order = await made(s.admin, '/sales-orders', { accountId, currency: 'EUR', lines });
    const at = `/sales-orders/${order.id}`;
    expect((await s.admin.call('POST', `${at}/confirm`)).status).toBe(200);
    const made201 = [
      await s.admin.call('POST', `${at}/deposit`, { body: { percent: '10' } }),
      await s.admin.call('POST', `${at}/invoice`, { body: {} }),
      await s.admin.call('POST', '/deposits', {
        body: { accountId, lines: [{ description: 'Ahead', amount: '10.00', taxRate: '19' }] },
      }),
    ];
    expect(made201.map(({ status, body }) => [status, body])).toEqual(
      made201.map(() => [201, expect.objectContaining({ region__c: null })]),
    );
    // Of who writes one it is asked all the same.
    const body = { accountId, lines: [{ description: 'Desk', quantity: '1', unitPrice: '1.00' }] };
    expect((await s.admin.call('POST', '/invoices', { body })).status).toBe(422);
  });
});

describe('a rule of the company that refuses an invoice', () => {
  it('leaves one customer out who is late, and the others are asked', async () => {
    const [theirs, ours] = [await s.p.account(), await s.p.account()];
    await s.p.overdue(theirs, { currency: 'USD' });
    await s.p.overdue(ours);
    await terms();
    await onlyEuros();
    isOver();
    const faults = [{ rule: 'validation_failed', message: expect.stringContaining('in euros') }];
    expect(await charge()).toMatchObject({
      count: 1,
      invoices: [{ accountId: ours }],
      skipped: [{ accountId: theirs, currency: 'USD', faults }],
    });
    expect(await charge()).toMatchObject({ count: 0, skipped: [{ accountId: theirs }] });
  });

  it.each(['reminder', 'payment_retry'])('takes the fee out of a %s alone', async (action) => {
    const amounts = ['EUR', 'USD'].map((currency) => ({ currency, amount: '5.00' }));
    const fee = { percent: null, amounts, taxCode: null };
    await s.p.scheduled([{ daysAfterDue: 3, action, fee }]);
    const [dollars, euros] = [
      await s.p.overdue(undefined, { currency: 'USD' }),
      await s.p.overdue(),
    ];
    await onlyEuros();
    const run = await s.p.run();
    expect(run).toMatchObject({ status: 'completed' });
    const of = async (invoice: typeof euros) => {
      const answer = await s.admin.call('GET', `/invoices/${invoice.id}/dunning`);
      return bodyOf<{ fees: object[]; attempts: object[] }>(answer);
    };
    expect(await of(euros)).toMatchObject({ fees: [{ amount: '5.00' }], attempts: [{}] });
    const attempts = [{ result: 'sent', reason: 'fee_refused' }];
    expect(await of(dollars)).toMatchObject({ fees: [], attempts });
  });
});
