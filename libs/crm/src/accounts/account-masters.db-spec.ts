import { CreateMaster, UpdateMaster } from '@quittance/masters/host';
import type { MasterType } from '@quittance/masters';
import type { Ctx, DomainError } from '@quittance/kernel';
import { BulkUpdate, CloneRecord, ImportRecords } from '@quittance/mass/host';
import type { RecordView } from '@quittance/metadata';
import { Readable } from 'node:stream';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ConvertLead } from '../leads/convert-lead.js';
import { crmRecords, type CrmRecords } from '../testing/crm-records.js';
import { MergeAccount } from './merge-account.js';

const MASTERS = {
  type: 'account_type',
  industry: 'industry',
  rating: 'rating',
  ownership: 'ownership',
} as const satisfies Record<string, MasterType>;
type Choice = keyof typeof MASTERS;
const CHOICES = Object.keys(MASTERS) as Choice[];

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
  for (const type of Object.values(MASTERS)) {
    await new CreateMaster(t.db).execute(ctx, type, { code: 'own', name: 'Own' });
  }
});

const account = (over: object = {}) => crm.make(ctx, 'account', { name: 'Acme', ...over });
const switchOff = (field: Choice) =>
  new UpdateMaster(t.db).execute(ctx, { type: MASTERS[field], code: 'own' }, { active: false });

async function faults(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => Promise.reject(new Error('It was not refused')),
    (refusal: DomainError) => refusal,
  );
  return (error.options.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
}

/** As accounts could be before their choices were of masters. */
async function withWord(field: Choice, word = 'Old word'): Promise<RecordView> {
  const { id } = await account();
  await t.db.write(ctx, (tx) =>
    tx.run(`update crm.account set ${field} = $3 where company_id = $1 and id = $2`, [
      ctx.companyId,
      id,
      word,
    ]),
  );
  return crm.read(ctx, 'account', id);
}

describe.each(CHOICES)('the %s of an account', (field) => {
  it('is an active entry of its master, whoever writes it', async () => {
    const made = await account({ [field]: 'own' });
    expect(made[field]).toBe('own');
    const wrong = [`/${field} enum`];
    expect(await faults(account({ [field]: 'nothing' }))).toEqual(wrong);
    await switchOff(field);
    expect(await faults(account({ [field]: 'own' }))).toEqual(wrong);
    const other = await account();
    expect(await faults(crm.change(ctx, 'account', other.id, { [field]: 'own' }))).toEqual(wrong);
    const bulk = { object: 'account', ids: [other.id], patch: { [field]: 'Any word' } };
    const changed = await new BulkUpdate(t.db, crm.models).execute(ctx, bulk);
    expect(changed).toMatchObject({ failed: 1 });
    const body = Readable.from([Buffer.from(`name,${field}\nRow,nothing\nRight,\n`)]);
    const file = { object: 'account', body, format: 'csv' } as const;
    const loaded = await new ImportRecords(t.db, crm.models).execute(ctx, file);
    expect(loaded).toMatchObject({ created: 1, failed: 1 });
  });

  it('stays what it was, a word of old or an entry that was switched off', async () => {
    const [old, off] = [await withWord(field), await account({ [field]: 'own' })];
    await switchOff(field);
    for (const { id, [field]: held } of [old, off]) {
      const renamed = await crm.change(ctx, 'account', id, { name: 'New' });
      expect(renamed).toMatchObject({ name: 'New', [field]: held });
      const same = await crm.change(ctx, 'account', id, { name: 'Newer', [field]: held });
      expect(same).toMatchObject({ name: 'Newer', [field]: held });
      const cleared = await crm.change(ctx, 'account', id, { [field]: null });
      expect(cleared[field]).toBeNull();
      const again = crm.change(ctx, 'account', id, { [field]: held });
      expect(await faults(again)).toEqual([`/${field} enum`]);
    }
  });
});

describe('what an account takes over', () => {
  it('from the loser of a merge may still be chosen', async () => {
    const winner = await account();
    const { id: loserId } = await account({ type: 'own', rating: 'hot', ownership: 'own' });
    await switchOff('type');
    const merge = { id: winner.id, loserId, expectedVersion: null };
    const after = await new MergeAccount(t.db, crm.models).execute(ctx, merge);
    expect(after).toMatchObject({ type: null, rating: 'hot', ownership: 'own' });
  });

  it('from a lead may still be chosen, and the lead keeps what it had', async () => {
    const lead = await crm.make(ctx, 'lead', { name: 'Ada', industry: 'own', rating: 'hot' });
    await switchOff('industry');
    const ask = { id: lead.id, expectedVersion: null };
    const { accountId } = await new ConvertLead(t.db, crm.models).execute(ctx, ask);
    expect(await crm.read(ctx, 'account', accountId)).toMatchObject({
      industry: null,
      rating: 'hot',
    });
    expect(await crm.read(ctx, 'lead', lead.id)).toMatchObject({ industry: 'own' });
  });

  it('from the account it is a copy of may still be chosen', async () => {
    const { id } = await withWord('ownership');
    const copy = { object: 'account', id, changes: { name: 'Copy' } };
    const made = await new CloneRecord(t.db, crm.models).execute(ctx, copy);
    expect(made).toMatchObject({ name: 'Copy', ownership: null });
  });
});
