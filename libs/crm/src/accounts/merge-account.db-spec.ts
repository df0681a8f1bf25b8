import type { Tx } from '@quittance/database';
import { newId, type Ctx, type DomainError, type AccountId } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { waitingFor } from '../../../../test/support/waiting.js';
import { crmRecords, type CrmRecords } from '../testing/crm-records.js';
import { CrmQueries } from '../crm.queries.js';
import { UpdateLedgerAccount } from '../ledger-accounts/update-ledger-account.js';
import { lockLedgerAccount } from '../ledger-accounts/ledger-account.repository.js';
import { readAccountHierarchy } from './account-hierarchy.queries.js';
import type { LedgerAccountId } from './account.js';
import { AccountFollowers } from './account-followers.js';
import { findBillingAccounts, holdBillingAccounts } from './account.queries.js';
import { importAccounts, type ImportedAccount } from './import-accounts.js';
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

function account(name: string, over = {}): Promise<RecordView> {
  return crm.make(ctx, 'account', { name, ...over });
}

function merge(
  winner: RecordView,
  loser: RecordView,
  followers?: AccountFollowers,
): Promise<RecordView> {
  const ask = { id: winner.id, loserId: loser.id, expectedVersion: null };
  return new MergeAccount(t.db, crm.models, followers).execute(ctx, ask);
}

function refusal(work: Promise<unknown>): Promise<DomainError> {
  return work.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: DomainError) => error,
  );
}

/** A certificate that another lib keeps about the account. */
async function exemption(of: RecordView, tx?: Tx): Promise<void> {
  const statement = `insert into tax.exemption (company_id, id, account_id, certificate, valid_from,
    created_at, updated_at) values ($1, $2, $3, 'C', '2026-01-01', now(), now())`;
  const write = (into: Tx) => into.run(statement, [ctx.companyId, newId(), of.id]);
  await (tx ? write(tx) : t.db.write(ctx, write));
}

async function importAll(
  rows: readonly ImportedAccount[],
): Promise<ReadonlyMap<string, AccountId>> {
  const { ids, refused } = await t.db.write(ctx, async (tx) =>
    importAccounts(tx, await crm.models.object(tx, 'account'), rows),
  );
  expect(refused).toEqual(new Map());
  return ids;
}

describe('merging an account into another', () => {
  it('brings over everything that points at it', async () => {
    const [winner, loser] = [await account('Winner'), await account('Loser')];
    const child = await account('Child', { parentId: loser.id });
    const contact = await crm.make(ctx, 'contact', { lastName: 'A', accountId: loser.id });
    const deal = await crm.make(ctx, 'deal', { name: 'D', accountId: loser.id });
    const support = await crm.make(ctx, 'case', { subject: 'S', accountId: loser.id });
    const about = { relatedObject: 'account', relatedId: loser.id };
    const task = await crm.make(ctx, 'task', { subject: 'T', ...about });
    await merge(winner, loser);
    const read = (object: string, { id }: RecordView) => crm.read(ctx, object, id);
    expect((await read('account', child)).parentId).toBe(winner.id);
    expect((await read('contact', contact)).accountId).toBe(winner.id);
    expect((await read('deal', deal)).accountId).toBe(winner.id);
    expect((await read('case', support)).accountId).toBe(winner.id);
    expect((await read('task', task)).relatedId).toBe(winner.id);
    expect((await refusal(read('account', loser))).code).toBe('not_found');
  });

  it('fills what the winner does not say and keeps what it does', async () => {
    const winner = await account('Winner', { phone: '1' });
    const loser = await account('Loser', {
      phone: '2',
      website: 'https://loser.example',
      billingAddress: { city: 'Ulm' },
      externalKey: 'L',
    });
    expect(await merge(winner, loser)).toMatchObject({
      name: 'Winner',
      phone: '1',
      website: 'https://loser.example',
      billingAddress: expect.objectContaining({ city: 'Ulm' }),
      externalKey: null,
    });
  });

  it('leaves the winner its primary contact', async () => {
    const [winner, loser] = [await account('Winner'), await account('Loser')];
    const make = (lastName: string, of: RecordView) =>
      crm.make(ctx, 'contact', { lastName, accountId: of.id, isPrimary: true });
    const [kept, moved] = [await make('Kept', winner), await make('Moved', loser)];
    await merge(winner, loser);
    expect((await crm.read(ctx, 'contact', kept.id)).isPrimary).toBe(true);
    expect((await crm.read(ctx, 'contact', moved.id)).isPrimary).toBe(false);
  });

  it('brings the primary contact of the loser to a winner that has none', async () => {
    const [winner, loser] = [await account('Winner'), await account('Loser')];
    const ofLoser = { accountId: loser.id, isPrimary: true };
    const moved = await crm.make(ctx, 'contact', { lastName: 'Moved', ...ofLoser });
    await merge(winner, loser);
    expect(await crm.read(ctx, 'contact', moved.id)).toMatchObject({
      accountId: winner.id,
      isPrimary: true,
    });
  });

  it('fills the ledger account of the winner, as far as the currency is the same', async () => {
    const [winner, loser] = [await account('Winner'), await account('Loser')];
    const other = await account('Other');
    const write = async (of: RecordView, patch: object) => {
      const id = of.ledgerAccountId as string as LedgerAccountId;
      const input = { id, expectedVersion: null, patch };
      return new UpdateLedgerAccount(t.db, crm.models).execute(ctx, input);
    };
    const vat = { vat: 'DE136695976' };
    const bank = { iban: 'DE89370400440532013000' };
    await write(winner, { creditDays: 14 });
    const terms = { creditDays: 60, creditLimit: '500.00', paymentTerms: 'Net' };
    await write(loser, { ...terms, taxRegistration: vat, bank });
    await write(other, {
      defaultCurrency: 'USD',
      creditLimit: '9.00',
      taxRegistration: { vat: null, ein: '12-3456789' },
    });
    await merge(winner, loser);
    await merge(winner, other);
    const ledger = await new CrmQueries(t.db).ledgerAccount(ctx, winner.ledgerAccountId as never);
    expect(ledger).toMatchObject({
      creditDays: 14,
      // The winner had none, which is no gap: its credit is unlimited.
      creditLimit: null,
      paymentTerms: 'Net',
      taxRegistration: { ...vat, ein: null },
      bank,
    });
  });

  it('leads an import by the key of the loser to the winner, over several merges', async () => {
    const [last, middle] = [await account('Last'), await account('Middle')];
    const first = await account('First', { externalKey: 'K' });
    await merge(middle, first);
    await merge(last, middle);
    const rows = [{ externalKey: 'K', name: 'First' }];
    const ids = await importAll(rows);
    expect(ids.get('K')).toBe(last.id);
  });

  it('keeps the tree of accounts a tree', async () => {
    const top = await account('Top');
    const loser = await account('Loser', { parentId: top.id });
    const between = await account('Between', { parentId: loser.id });
    const winner = await account('Winner', { parentId: between.id });
    await merge(winner, loser);
    const { nodes } = await t.db.read(ctx, (tx) => readAccountHierarchy(tx, winner.id as never));
    expect(nodes.map(({ name, depth }) => [name, depth])).toEqual([
      ['Top', 0],
      ['Winner', 1],
      ['Between', 2],
    ]);
  });

  it('is refused where other libs keep records of money about the loser', async () => {
    const [winner, loser] = [await account('Winner'), await account('Loser')];
    await exemption(loser);
    const error = await refusal(merge(winner, loser));
    expect([error.code, error.message]).toEqual([
      'account_merge_forbidden',
      'The account Loser cannot be merged into another: it has 1 exemption.',
    ]);
    // The other way round the account with the records stays.
    expect(await merge(loser, winner)).toMatchObject({ name: 'Loser' });
  });

  it('of itself, of one there is not, or of another company is refused', async () => {
    const winner = await account('Winner');
    expect((await refusal(merge(winner, winner))).options.errors?.[0]?.code).toBe('same');
    const mine = ctx;
    ctx = await t.newCompany();
    const foreign = await account('Foreign');
    ctx = mine;
    expect((await refusal(merge(winner, foreign))).options.errors?.[0]).toMatchObject({
      pointer: '/loserId',
      code: 'reference_not_found',
    });
    expect((await refusal(merge(foreign, winner))).code).toBe('not_found');
  });

  it('crossing another merge of the same two happens once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await account('One'), await account('Two')];
      const outcomes = await Promise.allSettled([merge(one, two), merge(two, one)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const left = await t.db.read(ctx, (tx) => findBillingAccounts(tx, [one.id, two.id] as never));
      expect(left.size).toBe(1);
    }
  });

  it.each(['merged into another', 'deleted'])(
    'waits for who writes about the loser, which is then not %s',
    async (what) => {
      const [winner, loser] = [await account('Winner'), await account('Loser')];
      const steps: string[] = [];
      const { refused } = await t.db.write(ctx, async (tx) => {
        await holdBillingAccounts(tx, [loser.id] as never);
        const deleting = what === 'deleted';
        const other = deleting ? crm.remove(ctx, 'account', loser.id) : merge(winner, loser);
        const refused = refusal(other).finally(() => steps.push('refused'));
        while ((await waitingFor(t)) === 0) await sleep(10);
        await exemption(loser, tx);
        steps.push('written');
        return { refused };
      });
      expect((await refused).message).toContain('it has 1 exemption');
      expect(steps).toEqual(['written', 'refused']);
    },
  );

  it('is seen by who waits for the ledger account of the loser meanwhile', async () => {
    const [winner, loser] = [await account('Winner'), await account('Loser')];
    const followers = new AccountFollowers();
    let late: Promise<DomainError> | undefined;
    followers.register(async () => {
      late = refusal(t.db.write(ctx, (tx) => lockLedgerAccount(tx, loser.id as never)));
      while ((await waitingFor(t)) === 0) await sleep(10);
    });
    await merge(winner, loser, followers);
    expect((await late)?.code).toBe('not_found');
    await t.db.write(ctx, (tx) => lockLedgerAccount(tx, winner.id as never));
  });

  it('is logged and told', async () => {
    const [winner, loser] = [await account('Winner'), await account('Loser')];
    await crm.make(ctx, 'contact', { lastName: 'A', accountId: loser.id });
    await merge(winner, loser);
    const found = await t.db.read(ctx, (tx) =>
      Promise.all([
        tx.rows(`select after from audit.entry where action = 'account.merged'`),
        tx.rows(`select record_id as id from outbox.event where type = 'account.merged'`),
      ]),
    );
    expect(found).toEqual([
      [{ after: { mergedId: loser.id, mergedName: 'Loser', moved: { contact: 1 } } }],
      [{ id: winner.id }],
    ]);
  });
});

describe('deleting an account', () => {
  it('is refused with the reason where money stands', async () => {
    const mine = await account('Mine');
    await exemption(mine);
    const error = await refusal(crm.remove(ctx, 'account', mine.id));
    expect([error.code, error.message]).toEqual([
      'account_has_money',
      'The account Mine cannot be deleted: it has 1 exemption.',
    ]);
  });

  it('lets contacts go on alone and is refused with deals', async () => {
    const mine = await account('Mine', { externalKey: 'K' });
    const input = { lastName: 'A', accountId: mine.id, isPrimary: true };
    const contact = await crm.make(ctx, 'contact', input);
    const deal = await crm.make(ctx, 'deal', { name: 'D', accountId: mine.id });
    expect((await refusal(crm.remove(ctx, 'account', mine.id))).code).toBe('record_referenced');
    await crm.remove(ctx, 'deal', deal.id);
    await crm.remove(ctx, 'account', mine.id);
    expect(await crm.read(ctx, 'contact', contact.id)).toMatchObject({
      accountId: null,
      isPrimary: false,
    });
    expect(await account('Again', { externalKey: 'K' })).toMatchObject({ externalKey: 'K' });
    const left = await t.db.read(ctx, (tx) => findBillingAccounts(tx, [mine.id] as never));
    expect(left.size).toBe(0);
  });
});

describe('the hierarchy of an account', () => {
  it('leaves out what the actor may not see', async () => {
    const top = await account('Top');
    const mine = await account('Mine', { parentId: top.id });
    const permissions = { ...ctx.permissions, all: false, scope: () => 'own' as const };
    const read = (id: string, as: Ctx) =>
      t.db.read(as, (tx) => readAccountHierarchy(tx, id as never));
    expect((await read(mine.id, ctx)).nodes).toHaveLength(2);
    expect((await refusal(read(mine.id, { ...ctx, permissions }))).code).toBe('not_found');
  });
});
