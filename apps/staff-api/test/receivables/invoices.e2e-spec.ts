import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  LINE,
  newAccount,
  newInvoice,
  pointersOf,
  sentInvoice,
  type InvoiceBody,
} from './billing-support.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);

describe('POST /invoices', () => {
  it('writes a numbered draft with every amount worked out', async () => {
    const answer = await call('POST', '/invoices', {
      body: {
        accountId,
        currency: 'EUR',
        issueDate: '2026-03-01',
        dueDate: '2026-03-31',
        poNumber: null,
        pricesIncludeTax: false,
        lines: [
          {
            description: 'Install',
            productId: null,
            quantity: '2',
            unitPrice: '49.99',
            discount: { percent: '10' },
            taxCode: null,
            taxRate: '19',
          },
        ],
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toContain('1');
    expect(answer.body).toMatchObject({
      number: expect.stringMatching(/^INV-\d{6}$/),
      status: 'draft',
      accountId,
      currency: 'EUR',
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      billTo: { name: 'Acme GmbH', address: { city: 'Berlin', country: 'DE' } },
      subtotal: '89.98',
      taxTotal: '17.10',
      total: '107.08',
      paidAmount: '0.00',
      creditedAmount: '0.00',
      balance: '107.08',
      isOverdue: false,
      sentAt: null,
      version: 1,
      lines: [
        {
          position: 1,
          quantity: '2',
          unitPrice: '49.99',
          discount: { percent: '10' },
          discountAmount: '10.00',
          net: '89.98',
          taxRate: '19',
          taxFallback: true,
          tax: '17.10',
          total: '107.08',
        },
      ],
    });
    const { id, number } = bodyOf<InvoiceBody>(answer);
    expect((await call('GET', `/invoices/${id}`)).body).toEqual(answer.body);
    expect((await call('GET', `/invoices/by-number/${number}`)).body).toEqual(answer.body);
  });

  it('takes today, 30 days and the currency of the customer or company by itself', async () => {
    const answer = await call('POST', '/invoices', { body: { accountId, lines: [LINE] } });
    expect(answer.body).toMatchObject({
      currency: 'EUR',
      issueDate: '2026-03-02',
      dueDate: '2026-04-01',
      pricesIncludeTax: false,
    });
  });

  it('writes one invoice for one idempotency key', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = { accountId, lines: [LINE] };
    const first = await call('POST', '/invoices', { body, headers });
    const again = await call('POST', '/invoices', { body, headers });
    expect(first.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it('refuses what it cannot bill', async () => {
    const unknown = newId();
    const bad = (body: object) => call('POST', '/invoices', { body: { accountId, ...body } });
    const answers = [
      await bad({ accountId: unknown, lines: [LINE] }),
      await bad({ lines: [{ ...LINE, productId: unknown }] }),
      await bad({ dueDate: '2026-02-28', issueDate: '2026-03-01', lines: [LINE] }),
      await bad({ periodStart: '2026-02-28', periodEnd: '2026-02-27', lines: [LINE] }),
      await bad({ lines: [{ ...LINE, discount: { percent: '1', amount: '1' } }] }),
      await bad({ lines: [{ ...LINE, discount: { amount: '100.01' } }] }),
      await bad({ lines: [LINE, { ...LINE, unitPrice: '-1' }] }),
      await bad({ lines: [{ ...LINE, periodStart: '2026-02-28', periodEnd: '2026-02-27' }] }),
      await bad({ currency: 'XYZ', lines: [LINE] }),
    ];
    expect(answers.map(refusal)).toEqual([
      ...Array(2).fill([422, 'reference_not_found']),
      ...Array(7).fill([422, 'validation_failed']),
    ]);
    expect(answers.flatMap(pointersOf)).toEqual([
      '/accountId',
      '/lines/0/productId',
      '/dueDate',
      '/periodEnd',
      '/lines/0/discount',
      '/lines/0/discount/amount',
      '/lines/1/unitPrice',
      '/lines/0/periodEnd',
      '/currency',
    ]);
  });

  it('refuses read-only and unknown members and wrong types with their pointers', async () => {
    const body = { accountId, number: 'INV-1', status: 'paid', paidAmount: '5', lines: 'none' };
    const answer = await call('POST', '/invoices', { body });
    expect(refusal(answer)).toEqual([400, 'malformed_request']);
    expect(pointersOf(answer)).toEqual(['/lines', '/number', '/paidAmount', '/status']);
  });

  it('refuses a negative total', async () => {
    const lines = [{ ...LINE, quantity: '-1' }];
    const answer = await call('POST', '/invoices', { body: { accountId, lines } });
    expect(refusal(answer)).toEqual([422, 'invoice_total_negative']);
  });

  it('refuses an account that is not active', async () => {
    const inactive = await newAccount(t, api.company);
    await t.db.write(api.company, (tx) =>
      tx.run(`update crm.account set status = 'inactive' where id = $1`, [inactive]),
    );
    const answer = await call('POST', '/invoices', {
      body: { accountId: inactive, lines: [LINE] },
    });
    expect(refusal(answer)).toEqual([422, 'account_not_active']);
  });
});

describe('GET /invoices', () => {
  it('filters, sorts and counts', async () => {
    const own = await newAccount(t, api.company);
    for (const unitPrice of ['10.00', '30.00', '20.00']) {
      await newInvoice(api.admin, own, { lines: [{ ...LINE, unitPrice }] });
    }
    const filter = JSON.stringify({
      and: [
        { field: 'accountId', op: 'eq', value: own },
        { field: 'total', op: 'gte', value: '20' },
        { field: 'isOverdue', op: 'eq', value: false },
      ],
    });
    const path = `/invoices?sort=-total&pageSize=1&filter=${encodeURIComponent(filter)}`;
    expect((await call('GET', path)).body).toMatchObject({
      total: 2,
      page: 1,
      pageSize: 1,
      data: [{ total: '30.00', accountId: own }],
    });
  });

  it('answers CSV to who may export', async () => {
    const { number } = await newInvoice(api.admin, accountId);
    const headers = { accept: 'text/csv' };
    const csv = await call('GET', '/invoices', { headers });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.body).toContain(number);
    const viewer = await memberWith(api, { matrix: { invoices: ['view'] } });
    expect(refusal(await viewer.call('GET', '/invoices', { headers }))).toEqual([
      403,
      'permission_denied',
    ]);
  });
});

describe('PATCH /invoices/{id}', () => {
  it('merges members, prices again and clears with null', async () => {
    const { id } = await newInvoice(api.admin, accountId, { poNumber: 'PO-1', notes: 'Hello' });
    const answer = await call('PATCH', `/invoices/${id}`, {
      body: { currency: 'JPY', poNumber: null, dueDate: '2026-04-30' },
    });
    expect(answer.body).toMatchObject({
      currency: 'JPY',
      total: '100',
      poNumber: null,
      notes: 'Hello',
      dueDate: '2026-04-30',
      version: 2,
    });
  });

  it('refuses a lost update', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    const patch = (tag: string) =>
      call('PATCH', `/invoices/${id}`, { body: { notes: tag }, headers: { 'if-match': tag } });
    expect((await patch('"1"')).status).toBe(200);
    expect(refusal(await patch('"1"'))).toEqual([412, 'precondition_failed']);
  });

  it('leaves only notes and PO number open once the invoice is sent', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const fixed = await call('PATCH', `/invoices/${id}`, { body: { dueDate: '2026-05-01' } });
    expect(refusal(fixed)).toEqual([409, 'invoice_not_editable']);
    const open = await call('PATCH', `/invoices/${id}`, { body: { notes: 'Paid by whom?' } });
    expect(open.body).toMatchObject({ notes: 'Paid by whom?', status: 'sent' });
  });

  it('keeps the date in the period its number belongs to', async () => {
    const rules = { format: 'R{YYYY}-{SEQ:3}', reset: 'yearly', start: 1, increment: 1 };
    const other = await api.newAdmin();
    const ctx = t.ctx(other.companyId);
    const account = await newAccount(t, ctx);
    await t.db.write(ctx, (tx) =>
      tx.run(
        `insert into numbering.setting
           (company_id, type, format, reset, start, increment, created_at, updated_at)
         values ($1, 'invoice', $2, $3, $4, $5, now(), now())`,
        [other.companyId, rules.format, rules.reset, rules.start, rules.increment],
      ),
    );
    const { id, number } = await newInvoice(other, account);
    expect(number).toBe('R2026-001');
    const body = { issueDate: '2025-12-31' };
    const answer = await other.call('PATCH', `/invoices/${id}`, { body });
    expect(refusal(answer)).toEqual([422, 'validation_failed']);
    expect(pointersOf(answer)).toEqual(['/issueDate']);
  });
});

describe('lines', () => {
  it('are added, changed and removed, and the invoice is priced again each time', async () => {
    const { id, lines } = await newInvoice(api.admin, accountId);
    const added = await call('POST', `/invoices/${id}/lines`, {
      body: { ...LINE, unitPrice: '0.335', taxRate: '20' },
    });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ subtotal: '100.34', taxTotal: '0.07', total: '100.41' });
    const changed = await call('PATCH', `/invoices/${id}/lines/${lines[0]?.id}`, {
      body: { quantity: '3', discount: { amount: '50' } },
    });
    expect(changed.body).toMatchObject({ total: '250.41', version: 3 });
    const removed = await call('DELETE', `/invoices/${id}/lines/${lines[0]?.id}`);
    expect(removed.body).toMatchObject({ total: '0.41', lines: [{ position: 1 }] });
  });

  it('do not come to cover a period that ends before it starts', async () => {
    const line = { ...LINE, periodStart: '2026-03-01', periodEnd: '2026-03-31' };
    const { id, lines } = await newInvoice(api.admin, accountId, { lines: [line] });
    const path = `/invoices/${id}/lines/${lines[0]?.id}`;
    const answer = await call('PATCH', path, { body: { periodStart: '2026-04-01' } });
    expect([refusal(answer), pointersOf(answer)]).toEqual([
      [422, 'validation_failed'],
      ['/periodEnd'],
    ]);
  });

  it('point at the member of the body that pricing refuses', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    const body = { ...LINE, discount: { amount: '100.001' } };
    const answer = await call('POST', `/invoices/${id}/lines`, { body });
    expect(refusal(answer)).toEqual([422, 'validation_failed']);
    expect(pointersOf(answer)).toEqual(['/discount/amount']);
  });

  it('are fixed once the invoice is sent', async () => {
    const { id, lines } = await sentInvoice(api.admin, accountId);
    const path = `/invoices/${id}/lines`;
    const answers = [
      await call('POST', path, { body: LINE }),
      await call('PATCH', `${path}/${lines[0]?.id}`, { body: { quantity: '2' } }),
      await call('DELETE', `${path}/${lines[0]?.id}`),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [409, 'invoice_not_editable']));
  });

  it('that do not exist are not found', async () => {
    const { id } = await newInvoice(api.admin, accountId);
    const path = `/invoices/${id}/lines/${newId()}`;
    expect(refusal(await call('DELETE', path))).toEqual([404, 'not_found']);
    expect(refusal(await call('PATCH', path, { body: {} }))).toEqual([404, 'not_found']);
  });
});

describe('who may', () => {
  it('needs view, create, update and delete on invoices', async () => {
    const { id, lines } = await newInvoice(api.admin, accountId);
    const nobody = await memberWith(api, { matrix: { payments: ['view', 'create', 'update'] } });
    const answers = [
      await nobody.call('GET', '/invoices'),
      await nobody.call('GET', `/invoices/${id}`),
      await nobody.call('POST', '/invoices', { body: {} }),
      await nobody.call('PATCH', `/invoices/${id}`, { body: {} }),
      await nobody.call('POST', `/invoices/${id}/send`, { body: {} }),
      await nobody.call('POST', `/invoices/${id}/lines`, { body: {} }),
      await nobody.call('DELETE', `/invoices/${id}/lines/${lines[0]?.id}`),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [403, 'permission_denied']));
  });

  it('never sees another company’s invoice', async () => {
    const { id, number } = await newInvoice(api.admin, accountId);
    const other = await api.newAdmin();
    const answers = [
      await other.call('GET', `/invoices/${id}`),
      await other.call('GET', `/invoices/by-number/${number}x`),
      await other.call('PATCH', `/invoices/${id}`, { body: { notes: 'mine' } }),
      await other.call('POST', `/invoices/${id}/void`, { body: { reason: 'mine' } }),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [404, 'not_found']));
  });
});
