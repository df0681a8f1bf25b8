import { NO_ADDRESS } from '@quittance/company';
import { insertUser } from '@quittance/identity';
import { listPage, parseListRequest } from '@quittance/lists';
import { recordList, fieldIndexes } from '@quittance/objects';
import { newId, type AccountId, type Ctx, type DomainError, type UserId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';
import type { Account } from './accounts/account.js';
import { findBillingAccounts } from './accounts/account.queries.js';
import { importAccounts, type ImportedAccount } from './accounts/import-accounts.js';
import { CrmQueries } from './crm.queries.js';
import { CreateLedgerAccount } from './ledger-accounts/create-ledger-account.js';
import { ledgerAccountList } from './ledger-accounts/ledger-account.queries.js';
import { lockLedgerAccount } from './ledger-accounts/ledger-account.repository.js';
import { UpdateLedgerAccount } from './ledger-accounts/update-ledger-account.js';
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

async function refusal(work: Promise<unknown>): Promise<DomainError> {
  return work.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: DomainError) => error,
  );
}

async function make(name = 'Acme Ltd', over = {}, of = ctx): Promise<Account> {
  return (await crm.make(of, 'account', { name, ...over })) as unknown as Account;
}

function change(id: string, patch: object, expectedVersion?: number, as = ctx) {
  return crm.change(as, 'account', id, { ...patch }, expectedVersion);
}

async function user(of: Ctx, team: string | null = null): Promise<UserId> {
  const id = newId<'user'>();
  const row = { id, email: `${id}@example.com`, name: 'User', team, passwordHash: null };
  await t.db.write(of, (tx) => insertUser(tx, row));
  return id;
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

function ledgerOf(id: AccountId) {
  return t.db.read(ctx, async (tx) => {
    const { data } = await listPage(
      tx,
      ledgerAccountList,
      parseListRequest(ledgerAccountList, {
        filter: JSON.stringify({ field: 'accountId', op: 'eq', value: id }),
      }),
    );
    return data;
  });
}

describe('creating an account', () => {
  it('makes exactly one customer ledger account in the base currency', async () => {
    const account = await make();
    expect(await ledgerOf(account.id)).toEqual([
      expect.objectContaining({
        id: account.ledgerAccountId,
        kind: 'customer',
        name: 'Acme Ltd',
        defaultCurrency: 'EUR',
        openingBalance: '0.00',
      }),
    ]);
  });

  it('answers what is read afterwards', async () => {
    const address = { ...NO_ADDRESS, country: 'DE', city: 'Berlin' };
    const account = await make('Umlaut GmbH', { billingAddress: address, type: 'customer' });
    expect(await crm.read(ctx, 'account', account.id)).toEqual(account);
  });

  it('announces and logs it', async () => {
    const { id } = await make();
    const found = await t.db.read(ctx, (tx) =>
      Promise.all([
        tx.rows('select type from outbox.event where record_id = $1', [id]),
        tx.rows('select action from audit.entry where record_id = $1', [id]),
      ]),
    );
    expect(found).toEqual([[{ type: 'record.created' }], [{ action: 'account.created' }]]);
  });

  it('refuses an external key that is taken', async () => {
    await make('First', { externalKey: 'K1' });
    const error = await refusal(make('Second', { externalKey: 'K1' }));
    expect(error.code).toBe('account_external_key_taken');
  });

  it('merges addresses and refuses countries there are not', async () => {
    const account = await make('Acme', { billingAddress: { country: 'US', region: 'CA' } });
    expect(account.billingAddress).toEqual({ ...NO_ADDRESS, country: 'US', region: 'CA' });
    const error = await refusal(
      make('B', { billingAddress: { country: 'XX' }, shippingAddress: { country: 'YY' } }),
    );
    expect(error.options.errors?.map(({ pointer }) => pointer)).toEqual([
      '/billingAddress/country',
      '/shippingAddress/country',
    ]);
  });

  it('refuses an owner of another company', async () => {
    const ownerId = await user(await t.newCompany());
    const error = await refusal(make('Acme', { ownerId }));
    expect(error.options.errors?.[0]?.pointer).toBe('/ownerId');
  });

  it('refuses a parent of another company', async () => {
    const other = await t.newCompany();
    const parent = await make('Elsewhere', {}, other);
    const error = await refusal(make('Child', { parentId: parent.id }));
    const told = { pointer: '/parentId', code: 'reference_not_found' };
    expect(error.options.errors?.[0]).toMatchObject(told);
  });
});

describe('changing an account', () => {
  it('changes the members sent and renames the ledger account', async () => {
    const { id } = await make('Old', { phone: '1' });
    const patch = { name: 'New', phone: null };
    const after = await change(id, patch, 1);
    expect(after).toMatchObject({ name: 'New', phone: null, version: 2 });
    expect(await crm.read(ctx, 'account', id)).toEqual(after);
    expect((await ledgerOf(id))[0]).toMatchObject({ name: 'New' });
  });

  it('keeps its version when nothing changes', async () => {
    const { id } = await make('Same');
    expect((await change(id, { name: 'Same' })).version).toBe(1);
  });

  it('refuses a lost update', async () => {
    const { id } = await make();
    await change(id, { name: 'One' }, 1);
    const error = await refusal(change(id, { name: 'Two' }, 1));
    expect(error.code).toBe('precondition_failed');
  });

  it('refuses a parent below itself', async () => {
    const top = await make('Top');
    const middle = await make('Middle', { parentId: top.id });
    const bottom = await make('Bottom', { parentId: middle.id });
    const errors = [
      await refusal(change(top.id, { parentId: bottom.id })),
      await refusal(change(top.id, { parentId: top.id })),
    ];
    expect(errors.map(({ code }) => code)).toEqual([
      'account_parent_cycle',
      'account_parent_cycle',
    ]);
  });

  it('does not see another company', async () => {
    const { id } = await make();
    ctx = await t.newCompany();
    expect((await refusal(change(id, { name: 'X' }))).code).toBe('not_found');
  });
});

describe('the list of accounts', () => {
  const list = (asking: Ctx, query = {}) =>
    t.db.read(asking, async (tx) => {
      const accounts = await crm.models.object(tx, 'account');
      const definition = recordList(accounts.model, accounts);
      return listPage(tx, definition, parseListRequest(definition, query));
    });

  it('sorts, searches and counts', async () => {
    await make('Beta Ltd');
    await make('Alpha Ltd');
    await make('Gamma Inc');
    const page = await list(ctx, { search: 'ltd' });
    expect(page).toMatchObject({ total: 2, data: [{ name: 'Alpha Ltd' }, { name: 'Beta Ltd' }] });
  });

  describe('of an actor who sees less than all', () => {
    let mine: UserId;
    let narrow: (scope: 'own' | 'team') => Ctx;

    beforeEach(async () => {
      mine = await user(ctx, 'north');
      await make('Mine', { ownerId: mine });
      await make('Mate', { ownerId: await user(ctx, 'north') });
      await make('South', { ownerId: await user(ctx, 'south') });
      await make('Nobody', { ownerId: await user(ctx) });
      narrow = (scope) => {
        const permissions = { ...ctx.permissions, all: false, scope: () => scope };
        return { ...ctx, userId: mine, permissions };
      };
    });

    it.each([
      ['own', ['Mine']],
      ['team', ['Mate', 'Mine']],
    ] as const)('is the %s records', async (scope, names) => {
      const { data } = await list(narrow(scope));
      expect(data.map(({ name }) => name)).toEqual(names);
    });

    it('hides the others from a direct look and from a change', async () => {
      const { id } = await make('Theirs', { ownerId: null });
      const errors = [
        await refusal(crm.read(narrow('team'), 'account', id)),
        await refusal(change(id, { name: 'Taken' }, undefined, narrow('own'))),
      ];
      expect(errors.map(({ code }) => code)).toEqual(['not_found', 'not_found']);
    });
  });
});

describe('accounts for billing', () => {
  it('come in one statement, and only those that exist', async () => {
    const one = await make('One', { email: 'a@one.example', billingEmail: 'b@one.example' });
    const two = await make('Two', { status: 'inactive', taxRegistration: 'DE136695976' });
    const ids = [one.id, two.id, newId<'account'>()];
    const found = await t.db.read(ctx, (tx) => findBillingAccounts(tx, ids));
    expect(found.size).toBe(2);
    expect(found.get(one.id)).toEqual({
      id: one.id,
      name: 'One',
      email: 'b@one.example',
      address: NO_ADDRESS,
      taxRegistration: null,
      buyerKind: null,
      language: null,
      eInvoiceProfile: null,
      electronicAddress: null,
      paymentTerms: null,
      buyerReference: null,
      ledgerAccountId: one.ledgerAccountId,
      currency: 'EUR',
      creditDays: null,
      active: true,
    });
    expect(found.get(two.id)).toMatchObject({ active: false, taxRegistration: 'DE136695976' });
  });

  it('are locked by their ledger account', async () => {
    const { id, ledgerAccountId } = await make();
    const order: string[] = [];
    await t.db.write(ctx, async (tx) => {
      expect(await lockLedgerAccount(tx, id)).toBe(ledgerAccountId);
      const second = t.db.write(ctx, async (other) => {
        await lockLedgerAccount(other, id);
        order.push('second');
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push('first');
      void second;
    });
    await t.db.write(ctx, (tx) => lockLedgerAccount(tx, id));
    expect(order[0]).toBe('first');
  });
});

describe('importing accounts', () => {
  it('has accounts in the side tables of custom fields, like any that is made', async () => {
    const fieldId = newId<'field'>();
    const field = { id: fieldId, name: 'zone__c', type: 'text', settings: {} } as const;
    await t.db.write(ctx, (tx) =>
      fieldIndexes.keep(tx, 'account', fieldId, { ...field, unique: false, indexed: true }),
    );
    const made = await make('Made');
    const ids = await importAll([{ externalKey: newId(), name: 'Imported' }]);
    const rows = await t.db.read(ctx, (tx) =>
      tx.rows<{ id: string }>(
        `select record_id as id from objects.field_value where company_id = $1 and field_id = $2`,
        [ctx.companyId, fieldId],
      ),
    );
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([made.id, ...ids.values()]));
  });

  it('adds what is new with its ledger account and keeps what is there', async () => {
    const known = await make('Known', { externalKey: 'A' });
    const rows = ['A', 'B', 'C', 'B'].map((externalKey) => ({ externalKey, name: 'Imported' }));
    const ids = await importAll(rows);
    expect([...ids.keys()].sort()).toEqual(['A', 'B', 'C']);
    expect(ids.get('A')).toBe(known.id);
    const found = await t.db.read(ctx, (tx) => findBillingAccounts(tx, [...ids.values()]));
    expect([...found.values()].map(({ name }) => name).sort()).toEqual([
      'Imported',
      'Imported',
      'Known',
    ]);
  });

  it('gives two at once the same account', async () => {
    const rows = Array.from({ length: 50 }, (_, i) => ({ externalKey: `K${i}`, name: `N${i}` }));
    const [one, two] = await Promise.all([rows, rows.toReversed()].map((some) => importAll(some)));
    expect(one?.size).toBe(50);
    expect(new Map([...(two ?? [])].sort())).toEqual(new Map([...(one ?? [])].sort()));
  });
});

describe('a ledger account', () => {
  const update = (input: Parameters<UpdateLedgerAccount['execute']>[1]) =>
    new UpdateLedgerAccount(t.db, crm.models).execute(ctx, input);

  it('of a supplier stands alone', async () => {
    const supplier = await new CreateLedgerAccount(t.db, crm.models).execute(ctx, {
      kind: 'supplier',
      name: 'Steel AG',
      taxRegistration: { vat: 'DE 136 695 976' },
      openingBalance: '12.5',
    });
    expect(supplier).toMatchObject({
      accountId: null,
      openingBalance: '12.50',
      taxRegistration: { vat: 'DE136695976', gstin: null },
    });
  });

  it('names every mistake of a change at once', async () => {
    const { ledgerAccountId: id } = await make();
    const patch = {
      creditLimit: '1.001',
      taxRegistration: { gstin: '27AAPFU0939F1ZW', pan: 'X' },
    };
    const error = await refusal(update({ id, expectedVersion: null, patch }));
    expect(error.options.errors?.map(({ pointer }) => pointer)).toEqual([
      '/creditLimit',
      '/taxRegistration/gstin',
      '/taxRegistration/pan',
    ]);
  });

  it('refuses a PAN that is not the one within the GSTIN', async () => {
    const { ledgerAccountId: id } = await make();
    const patch = { taxRegistration: { gstin: '27AAPFU0939F1ZV', pan: 'AAPFU0939G' } };
    const error = await refusal(update({ id, expectedVersion: null, patch }));
    expect(error.options.errors?.[0]).toMatchObject({ code: 'mismatch' });
  });

  it('changes its currency only together with its amounts', async () => {
    const { ledgerAccountId: id } = await make();
    await update({ id, expectedVersion: null, patch: { creditLimit: '1000' } });
    const error = await refusal(
      update({ id, expectedVersion: null, patch: { defaultCurrency: 'JPY' } }),
    );
    expect(error.code).toBe('ledger_account_amounts_needed');
    const patch = { defaultCurrency: 'JPY', creditLimit: '150000' };
    expect(await update({ id, expectedVersion: null, patch })).toMatchObject({
      creditLimit: '150000',
      openingBalance: '0',
    });
  });

  it('refuses a price book that does not exist', async () => {
    const { ledgerAccountId: id } = await make();
    const patch = { defaultPriceBookId: newId<'price-book'>() };
    const error = await refusal(update({ id, expectedVersion: null, patch }));
    expect(error.options.errors?.[0]).toMatchObject({ pointer: '/defaultPriceBookId' });
  });

  it('of a customer is named by its account', async () => {
    const { ledgerAccountId: id } = await make();
    const error = await refusal(update({ id, expectedVersion: null, patch: { name: 'Other' } }));
    expect(error.options.errors?.[0]).toMatchObject({ pointer: '/name', code: 'read_only' });
  });

  it('masks bank numbers for whoever may not change it, in events and in the log', async () => {
    const { ledgerAccountId: id } = await make();
    const bank = { iban: 'DE89370400440532013000' };
    const changed = await update({ id, expectedVersion: null, patch: { bank } });
    expect(changed.bank?.iban).toBe('DE89370400440532013000');
    const permissions = { ...ctx.permissions, all: false, can: () => false };
    const seen = await new CrmQueries(t.db).ledgerAccount({ ...ctx, permissions }, id);
    expect(seen.bank?.iban).toBe('••••3000');
    const stored = await t.db.read(ctx, (tx) =>
      Promise.all([
        tx.rows('select data::text as text from outbox.event'),
        tx.rows('select before::text || after::text as text from audit.entry'),
      ]),
    );
    expect(JSON.stringify(stored)).not.toContain('0532013000');
  });
});
