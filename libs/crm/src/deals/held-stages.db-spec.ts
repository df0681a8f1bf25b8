import type { Ctx } from '@quittance/kernel';
import { createRecords, updateRecords } from '@quittance/objects';
import type { RecordView } from '@quittance/metadata';
import type { Tx } from '@quittance/database';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { waitingFor } from '../../../../test/support/waiting.js';
import { crmRecords, type CrmRecords } from '../testing/crm-records.js';
import { defaultPipeline } from './stages.queries.js';

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

/** Once a session of this test's database waits for a lock. */
async function someoneWaits(): Promise<void> {
  while ((await waitingFor(t)) === 0) await sleep(10);
}

/** Closed until it is opened. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/**
 * Says that the first stage is likelier while somebody else has written a deal and not committed.
 */
async function likelierMeanwhile(write: (tx: Tx) => Promise<RecordView>): Promise<RecordView> {
  const { id, stages } = await t.db.write(ctx, defaultPipeline);
  const likelier = stages.map((stage, i) => (i === 0 ? { ...stage, probability: 60 } : stage));
  const [written, changed] = [gate(), gate()];
  const first = t.db.write(ctx, async (tx) => {
    const deal = await write(tx);
    written.open();
    await changed.opened;
    return deal;
  });
  await Promise.race([written.opened, first]);
  const second = crm.change(ctx, 'pipeline', id, { stages: likelier as never });
  await Promise.race([second, someoneWaits()]);
  changed.open();
  await second;
  return crm.read(ctx, 'deal', (await first).id);
}

test('a deal that is made while its stage changes is as likely as the stage is then', async () => {
  const deal = await likelierMeanwhile(async (tx) => {
    const deals = await crm.models.object(tx, 'deal');
    const [made] = await createRecords(tx, deals, [{ name: 'New' }]);
    return made as RecordView;
  });
  expect(deal).toMatchObject({ probability: 60, probabilityOverridden: false });
});

test('so is one that goes back to the probability of its stage', async () => {
  const { id } = await crm.make(ctx, 'deal', { name: 'Said', probability: 33 });
  const deal = await likelierMeanwhile(async (tx) => {
    const deals = await crm.models.object(tx, 'deal');
    const [changed] = await updateRecords(tx, deals, [{ id, patch: { probability: null } }]);
    return changed as RecordView;
  });
  expect(deal).toMatchObject({ probability: 60, probabilityOverridden: false });
});
