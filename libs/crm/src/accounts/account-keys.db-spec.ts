import { malformedRequest, type Ctx } from '@quittance/kernel';
import { CloneRecord, ImportRecords } from '@quittance/mass/host';
import type { RecordView } from '@quittance/metadata';
import { Readable } from 'node:stream';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { crmRecords, type CrmRecords } from '../testing/crm-records.js';
import { MergeAccount } from './merge-account.js';

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

const account = (name: string, over = {}): Promise<RecordView> =>
  crm.make(ctx, 'account', { name, ...over });

const load = (...lines: readonly string[]) => loadBy(ctx, {}, ...lines);

function loadBy(by: Ctx, how: { readonly dryRun?: boolean }, ...lines: readonly string[]) {
  const body = Readable.from([Buffer.from(['externalKey,name', ...lines].join('\n'))]);
  const file = { object: 'account', body, format: 'csv', matchBy: 'externalKey', ...how } as const;
  return new ImportRecords(t.db, crm.models).execute(by, file);
}

describe('the external key of an account', () => {
  it('is the original’s alone: a copy has none', async () => {
    const { id } = await account('Acme', { externalKey: 'K', phone: '7' });
    const ask = { object: 'account', id, changes: {} };
    const copy = await new CloneRecord(t.db, crm.models).execute(ctx, ask);
    expect(copy).toMatchObject({ name: 'Acme', phone: '7', externalKey: null });
  });

  it('names the accounts of a file, which may be loaded again', async () => {
    const file = ['A-1,One', 'A-2,Two'];
    expect(await load(...file)).toMatchObject({ created: 2 });
    expect(await load(...file)).toMatchObject({ created: 0, unchanged: 2 });
    expect(await load('A-2,Second', 'A-3,Three')).toMatchObject({ updated: 1, created: 1 });
  });

  it('is loaded whole, and tried no further, once nobody waits', async () => {
    const gone = () => {
      throw malformedRequest({ reason: 'gone' });
    };
    const rows = ['A-1,One', 'A-2,Two'];
    const left = { ...ctx, demandAwaited: gone };
    await expect(loadBy(left, { dryRun: true }, ...rows)).rejects.toThrow('gone');
    expect(await loadBy(left, {}, ...rows)).toMatchObject({ created: 2 });
  });

  it('of a merged account makes no second one', async () => {
    const [winner, loser] = [await account('Winner'), await account('Loser', { externalKey: 'L' })];
    const ask = { id: winner.id, loserId: loser.id, expectedVersion: null };
    await new MergeAccount(t.db, crm.models).execute(ctx, ask);
    const { results } = await load('L,Loser');
    expect(results).toMatchObject([
      { status: 'failed', problem: { code: 'account_external_key_taken' } },
    ]);
  });
});
