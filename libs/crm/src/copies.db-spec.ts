import type { Ctx } from '@quittance/kernel';
import { CloneRecord } from '@quittance/mass/host';
import type { RecordView } from '@quittance/metadata';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { ConvertLead } from './leads/convert-lead.js';
import { crmRecords, type CrmRecords } from './testing/crm-records.js';

let t: TestDatabase;
let crm: CrmRecords;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  crm = crmRecords(t.db);
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany();
});

const clone = (object: string, { id }: RecordView, changes = {}) =>
  new CloneRecord(t.db, crm.models).execute(ctx, { object, id, changes });

describe('a copy', () => {
  it('of a primary contact leaves the original what it is', async () => {
    const { id: accountId } = await crm.make(ctx, 'account', { name: 'Acme' });
    const first = await crm.make(ctx, 'contact', { lastName: 'A', accountId, isPrimary: true });
    expect(await clone('contact', first)).toMatchObject({ accountId, isPrimary: false });
    expect(await crm.read(ctx, 'contact', first.id)).toMatchObject({ isPrimary: true, version: 1 });
    expect(await clone('contact', first, { isPrimary: true })).toMatchObject({ isPrimary: true });
  });

  it('of the default pipeline leaves the default where it is', async () => {
    const usual = await crm.make(ctx, 'pipeline', { name: 'Sales', isDefault: true });
    const copy = await clone('pipeline', usual, { name: 'Partners' });
    expect(copy).toMatchObject({ name: 'Partners', isDefault: false, active: true });
    expect(await crm.read(ctx, 'pipeline', usual.id)).toMatchObject({ isDefault: true });
  });

  it('of a converted lead begins anew', async () => {
    const lead = await crm.make(ctx, 'lead', { name: 'Ada', companyName: 'Engines' });
    const ask = { id: lead.id, expectedVersion: null };
    await new ConvertLead(t.db, crm.models).execute(ctx, ask);
    expect(await clone('lead', lead)).toMatchObject({
      name: 'Ada',
      status: 'new',
      convertedAt: null,
      convertedAccountId: null,
    });
    const given = await crm.make(ctx, 'lead', { name: 'Bob', status: 'unqualified' });
    expect(await clone('lead', given)).toMatchObject({ status: 'unqualified' });
  });
});
