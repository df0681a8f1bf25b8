import type { LedgerEntry, SequenceProof } from '@quittance/numbering/host';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, newInvoice } from './billing-support.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const ledger = async () =>
  bodyOf<{ data: LedgerEntry[]; total: number }>(
    await api.admin.call('GET', '/numbering/invoice/ledger?pageSize=200'),
  );
const proof = async () =>
  bodyOf<{ contiguous: boolean; periods: SequenceProof[] }>(
    await api.admin.call('GET', '/numbering/invoice/ledger/proof'),
  );

describe('the ledger of numbers', () => {
  it('explains every number, whatever became of its document, or if none came of it', async () => {
    const accountId = await newAccount(t, api.company);
    const [kept, voided] = [
      await newInvoice(api.admin, accountId),
      await newInvoice(api.admin, accountId),
    ];
    await api.admin.call('POST', `/invoices/${voided.id}/void`, { body: { reason: 'twice' } });
    const refused = await api.admin.call('POST', '/invoices', {
      body: {
        accountId,
        currency: 'EUR',
        issueDate: '2026-03-01',
        dueDate: '2026-02-01',
        lines: [],
      },
    });
    expect(refused.status).toBe(422);
    await Promise.all(Array.from({ length: 50 }, () => newInvoice(api.admin, accountId)));
    const { data, total } = await ledger();
    expect(total).toBe(52);
    expect(data.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 52 }, (_, n) => n + 1));
    const fates = new Map(data.map(({ number, fate }) => [number, fate]));
    expect([fates.get(kept.number), fates.get(voided.number)]).toEqual(['draft', 'void']);
    expect(await proof()).toEqual({
      type: 'invoice',
      contiguous: true,
      periods: [
        {
          period: '',
          first: '1',
          last: '52',
          counter: '52',
          documents: 52,
          skipped: 0,
          faults: [],
        },
      ],
    });
  });

  it('names the numbers that a new format passed over, and why', async () => {
    const accountId = await newAccount(t, api.company);
    const body = { format: 'INV-{SEQ:6}', reset: 'never', increment: 2 };
    await api.admin.call('PUT', '/numbering/invoice', { body: { ...body, format: 'X{SEQ:6}' } });
    await newInvoice(api.admin, accountId);
    await t.db.write(api.company, (tx) =>
      tx.run(`update receivables.invoice set number = 'INV-000056' where number = 'X000054'`),
    );
    await api.admin.call('PUT', '/numbering/invoice', { body });
    const next = await newInvoice(api.admin, accountId);
    expect(next.number).toBe('INV-000058');
    const { data } = await ledger();
    expect(data.find(({ seq }) => seq === '56')).toMatchObject({
      fate: 'skipped',
      documentId: null,
      reason: 'Another document bears this number since the format was changed.',
    });
    expect(await proof()).toMatchObject({ contiguous: true, periods: [{ skipped: 1 }] });
  });

  it('shows a hole that somebody made behind the back of the product', async () => {
    await t.db.write(api.company, (tx) =>
      tx.run(`update numbering.counter set last_seq = last_seq + 2 where type = 'invoice'`),
    );
    expect(await proof()).toMatchObject({
      contiguous: false,
      periods: [{ faults: ['the counter stands at 60'] }],
    });
  });

  it('is for those who may see the documents, and knows the kinds there are', async () => {
    const viewer = await memberWith(api, { matrix: { payments: ['view'] } });
    expect(refusal(await viewer.call('GET', '/numbering/invoice/ledger'))).toEqual([
      403,
      'permission_denied',
    ]);
    expect((await viewer.call('GET', '/numbering/payment/ledger')).body).toMatchObject({
      total: 0,
    });
    expect((await viewer.call('GET', '/numbering/payment/ledger/proof')).body).toMatchObject({
      contiguous: true,
      periods: [],
    });
    expect((await api.admin.call('GET', '/numbering/quote/ledger')).body).toMatchObject({
      total: 0,
    });
    expect(refusal(await api.admin.call('GET', '/numbering/receipt/ledger'))).toEqual([
      404,
      'not_found',
    ]);
    const stranger = await api.newAdmin();
    expect((await stranger.call('GET', '/numbering/invoice/ledger')).body).toMatchObject({
      total: 0,
    });
  });
});
