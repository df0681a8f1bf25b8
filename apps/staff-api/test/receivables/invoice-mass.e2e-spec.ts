import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { LINE, newAccount } from './billing-support.js';

interface Invoice extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly number: string;
  readonly version: number;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);

async function done<T = Invoice>(path: string, body: object, status = 201): Promise<T> {
  const answer = await call('POST', path, { body });
  expect([answer.status, answer.body]).toEqual([status, answer.body]);
  return answer.body as T;
}

const draft = (more: object = {}) =>
  done('/invoices', { accountId, currency: 'EUR', lines: [LINE], ...more });

async function read(id: string): Promise<Invoice> {
  return (await call('GET', `/invoices/${id}`)).body as Invoice;
}

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  const fields = '/customization/objects/invoice/fields';
  await done(fields, { name: 'zone__c', label: 'Zone', type: 'text' });
  await done(fields, { name: 'key__c', label: 'Key', type: 'text', unique: true });
  await done(fields, { name: 'score__c', label: 'Score', type: 'integer', settings: { max: '9' } });
});
afterAll(async () => {
  await api.close();
  await t.close();
});

describe('POST /invoices/{id}/clone', () => {
  it('writes a draft like the invoice, with a number of its own and nothing paid', async () => {
    const source = await draft({
      issueDate: '2026-01-15',
      notes: 'As agreed',
      poNumber: 'PO-1',
      zone__c: 'north',
      key__c: 'only one',
    });
    await done(`/invoices/${source.id}/send`, {}, 200);
    const facts = { amount: '1.00', method: 'bank_transfer', receivedOn: '2026-01-20' };
    await done(`/invoices/${source.id}/payments`, facts);
    const copy = await done(`/invoices/${source.id}/clone`, {});
    const { total, lines } = source;
    expect(copy).toMatchObject({
      status: 'draft',
      accountId,
      notes: 'As agreed',
      poNumber: 'PO-1',
      zone__c: 'north',
      key__c: null,
      total,
      paidAmount: '0.00',
      balance: total,
      sentAt: null,
    });
    expect(copy.number).not.toBe(source.number);
    expect(copy.issueDate).not.toBe('2026-01-15');
    const without = ({ id: _, ...line }: Readonly<Record<string, unknown>>) => line;
    expect(copy.lines.map(without)).toEqual(lines.map(without));
    expect(copy.lines[0]?.id).not.toBe(lines[0]?.id);
    expect(await read(copy.id)).toEqual(copy);
  });

  it('takes members in place of the other’s, refusing what a draft could not have', async () => {
    const source = await draft({ zone__c: 'north', score__c: 1 });
    const changes = { issueDate: '2026-03-01', notes: 'Other', score__c: 2 };
    expect(await done(`/invoices/${source.id}/clone`, changes)).toMatchObject({
      ...changes,
      zone__c: 'north',
    });
    const refused = await call('POST', `/invoices/${source.id}/clone`, { body: { score__c: 10 } });
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'validation_failed' }]);
    const missing = await call('POST', `/invoices/${newId()}/clone`, { body: {} });
    expect(missing.status).toBe(404);
  });
});

describe('POST /invoices/bulk', () => {
  interface Summary {
    readonly updated: number;
    readonly unchanged: number;
    readonly failed: number;
    readonly results: readonly Readonly<Record<string, unknown>>[];
  }
  const bulk = (body: object) => done<Summary>('/invoices/bulk', body, 200);

  it('changes PO numbers, notes and custom fields, each invoice for itself', async () => {
    const [one, same, closed] = [
      await draft(),
      await draft({ notes: 'Late', poNumber: 'PO-9', zone__c: 'south' }),
      await draft(),
    ];
    await done(`/invoices/${closed.id}/void`, { reason: 'Twice' }, 200);
    const gone = newId();
    const ids = [one.id, same.id, closed.id, gone];
    const patch = { notes: 'Late', poNumber: 'PO-9', zone__c: 'south' };
    expect(await bulk({ ids, patch })).toEqual({
      updated: 1,
      unchanged: 1,
      failed: 2,
      results: [
        { id: one.id, status: 'updated', version: 2 },
        { id: same.id, status: 'unchanged', version: 1 },
        {
          id: closed.id,
          status: 'failed',
          problem: expect.objectContaining({ code: 'invoice_not_editable' }),
        },
        { id: gone, status: 'failed', problem: expect.objectContaining({ code: 'not_found' }) },
      ],
    });
    expect(await read(one.id)).toMatchObject({ ...patch, version: 2, lines: one.lines });
    const { body } = await call(
      'GET',
      `/audit-log?filter=${encodeURIComponent(
        JSON.stringify({ field: 'recordId', op: 'eq', value: one.id }),
      )}`,
    );
    expect(JSON.stringify(body)).toContain('PO-9');
    expect(await bulk({ ids: [one.id], patch: { notes: null } })).toMatchObject({ updated: 1 });
    expect(await read(one.id)).toMatchObject({ notes: null, poNumber: 'PO-9', version: 3 });
  });

  it('refuses by the value where only one may have it, changes others by a filter', async () => {
    const made = [await draft({ zone__c: 'east' }), await draft({ zone__c: 'east' })];
    const filter = { field: 'zone__c', op: 'eq', value: 'east' };
    const keyed = await bulk({ filter, patch: { key__c: 'K' } });
    expect(keyed).toMatchObject({ updated: 1, failed: 1 });
    expect(await bulk({ filter, patch: { zone__c: 'west' } })).toMatchObject({ updated: 2 });
    for (const { id } of made) expect(await read(id)).toMatchObject({ zone__c: 'west' });
    expect(await bulk({ filter, patch: { zone__c: 'east' } })).toMatchObject({ updated: 0 });
  });

  it.each([
    [{ total: '1.00' }, '/patch/total'],
    [{ accountId: newId() }, '/patch/accountId'],
    [{ notes: 7 }, '/patch/notes'],
    [{ poNumber: 'x'.repeat(101) }, '/patch/poNumber'],
    [{ deliveryAddress: null }, '/patch/deliveryAddress'],
    [{ deliveryDate: '' }, '/patch/deliveryDate'],
    [{ eInvoiceProfile: null }, '/patch/eInvoiceProfile'],
    [{ eInvoiceProfile: '' }, '/patch/eInvoiceProfile'],
    [{ notes: '' }, '/patch/notes'],
  ])('takes nothing else: %j', async (patch, pointer) => {
    const { id } = await draft();
    const answer = await call('POST', '/invoices/bulk', { body: { ids: [id], patch } });
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ pointer }] }]);
  });

  it('asks the rules of the company about each', async () => {
    const [small, large] = [await draft(), await draft({ lines: [{ ...LINE, unitPrice: '900' }] })];
    await done('/customization/validation-rules', {
      object: 'invoice',
      name: 'Zones of large invoices',
      formula: 'OR(total < 800, zone__c <> "far")',
      message: 'not that far',
      field: 'zone__c',
    });
    const summary = await bulk({ ids: [small.id, large.id], patch: { zone__c: 'far' } });
    expect(summary).toMatchObject({
      updated: 1,
      failed: 1,
      results: [
        { id: small.id, status: 'updated' },
        { id: large.id, problem: { errors: [{ pointer: '/zone__c', message: 'not that far' }] } },
      ],
    });
  });
});
