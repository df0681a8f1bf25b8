import type { Ctx } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { MergeAccount } from './accounts/merge-account.js';
import { CampaignMembers } from './campaigns/campaign-members.js';
import { defaultPipeline } from './deals/stages.queries.js';
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

const make = (object: string, input: object) => crm.make(ctx, object, { ...input });
const rows = <T>(statement: string, params: readonly unknown[] = []) =>
  t.db.read(ctx, (tx) => tx.rows<T>(statement, params));

interface Told {
  readonly type: string;
  readonly changed: readonly string[] | null;
  readonly data: RecordView;
}

/** What was told of a record after it was made, and what the log says of it. */
async function toldOf(recordId: string) {
  const events = await rows<Told>(
    `select type, changed, before, data from outbox.event where record_id = $1
       and type <> 'record.created' order by seq`,
    [recordId],
  );
  const log = await rows<{ before: object; after: object }>(
    `select before, after from audit.entry where record_id = $1 and action not like '%.created'
     order by id`,
    [recordId],
  );
  return { events, log };
}

async function expectTold(
  object: string,
  record: RecordView,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const now = await crm.read(ctx, object, record.id);
  const { events, log } = await toldOf(record.id);
  const old = Object.keys(changes).map((name) => [name, record[name] ?? null]);
  const before: object = Object.fromEntries(old);
  const changed = Object.keys(changes);
  expect(events).toMatchObject([{ type: 'record.updated', changed, before, data: { ...changes } }]);
  expect(log).toEqual([{ before, after: changes }]);
  expect(now).toMatchObject({ ...changes, version: record.version + 1 });
  expect(events[0]?.data.version).toBe(now.version);
}

describe('what a change brings about in other records is told, logged and counted', () => {
  test('of the primary contact that steps back', async () => {
    const { id: accountId } = await make('account', { name: 'Acme' });
    const primary = { accountId, isPrimary: true };
    const first = await make('contact', { lastName: 'First', ...primary });
    await make('contact', { lastName: 'Second', ...primary });
    await expectTold('contact', first, { isPrimary: false });
  });

  test('of the default pipeline that steps back', async () => {
    const first = await make('pipeline', { name: 'First', isDefault: true });
    await make('pipeline', { name: 'Second', isDefault: true });
    await expectTold('pipeline', first, { isDefault: false });
  });

  test('of open deals whose stage has another probability', async () => {
    const { id } = await t.db.write(ctx, defaultPipeline);
    const follows = await make('deal', { name: 'Follows' });
    const own = await make('deal', { name: 'Own', probability: 55 });
    const { stages } = await crm.read(ctx, 'pipeline', id);
    const changed = (stages as unknown as { probability: number }[]).map((stage, i) =>
      i === 0 ? { ...stage, probability: 15 } : stage,
    );
    await crm.change(ctx, 'pipeline', id, { stages: changed });
    await expectTold('deal', follows, { probability: 15 });
    expect((await toldOf(own.id)).events).toEqual([]);
  });

  test('of leads that became an account which becomes part of another', async () => {
    const lead = await make('lead', { name: 'Ada', companyName: 'Acme' });
    const ask = { id: lead.id, expectedVersion: null };
    const { accountId } = await new ConvertLead(t.db, crm.models).execute(ctx, ask);
    const before = await crm.read(ctx, 'lead', lead.id);
    const winner = await make('account', { name: 'Winner' });
    const merge = { id: winner.id, loserId: accountId, expectedVersion: null };
    await new MergeAccount(t.db, crm.models).execute(ctx, merge);
    const { events } = await toldOf(lead.id);
    expect(events.at(-1)).toMatchObject({
      type: 'record.updated',
      changed: ['convertedAccountId'],
      before: { convertedAccountId: accountId },
      data: { convertedAccountId: winner.id, version: before.version + 1 },
    });
  });

  test('of the ledger account whose account has another name', async () => {
    const { id, ledgerAccountId } = await make('account', { name: 'Acme' });
    await crm.change(ctx, 'account', id, { name: 'Acme AG' });
    await crm.change(ctx, 'account', id, { phone: '+4930123456' });
    const { events, log } = await toldOf(String(ledgerAccountId));
    expect(events).toMatchObject([
      {
        type: 'record.updated',
        changed: ['name'],
        before: { name: 'Acme' },
        data: { name: 'Acme AG', version: 2 },
      },
    ]);
    expect(log).toEqual([{ before: { name: 'Acme' }, after: { name: 'Acme AG' } }]);
  });

  test('of the campaigns of a lead that became a contact', async () => {
    const lead = await make('lead', { name: 'Ada' });
    const campaign = await make('campaign', { name: 'Spring' });
    const members = new CampaignMembers(t.db, crm.models);
    const add = { campaignId: campaign.id, leadIds: [lead.id], contactIds: [] };
    await members.add(ctx, { ...add, status: 'sent' });
    const ask = { id: lead.id, expectedVersion: null };
    const { contactId } = await new ConvertLead(t.db, crm.models).execute(ctx, ask);
    const { events, log } = await toldOf(campaign.id);
    expect(events.at(-1)).toMatchObject({
      type: 'campaign.member_changed',
      data: { campaignId: campaign.id, leadId: null, contactId, status: 'converted' },
    });
    expect(log.at(-1)).toMatchObject({ before: { leadId: lead.id, status: 'sent' } });
  });
});
