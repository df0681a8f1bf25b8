import type { AccountId, Ctx, DomainError } from '@quittance/kernel';
import { createRecords } from '@quittance/objects';
import type { RecordView } from '@quittance/metadata';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { defaultParties } from '../accounts/default-parties.queries.js';
import { CreateLedgerAccount } from '../ledger-accounts/create-ledger-account.js';
import { crmRecords, type CrmRecords } from '../testing/crm-records.js';

let t: TestDatabase;
let crm: CrmRecords;
let ctx: Ctx;
let accountId: string;

beforeAll(async () => {
  t = await testDatabase();
  crm = crmRecords(t.db);
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany();
  accountId = (await crm.make(ctx, 'account', { name: 'Acme' })).id;
});

function contact(lastName: string, over = {}): Promise<RecordView> {
  return crm.make(ctx, 'contact', { lastName, accountId, ...over });
}

async function primaries(): Promise<string[]> {
  const rows = await t.db.read(ctx, (tx) =>
    tx.rows<{ name: string }>(`select name from crm.contact where is_primary order by name`),
  );
  return rows.map(({ name }) => name);
}

function refusal(work: Promise<unknown>): Promise<DomainError> {
  return work.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: DomainError) => error,
  );
}

describe('the name of a contact', () => {
  it('is its first and last name', async () => {
    const made = await contact('Lovelace', { firstName: 'Ada' });
    expect(made.name).toBe('Ada Lovelace');
    const changed = await crm.change(ctx, 'contact', made.id, { firstName: null });
    expect(changed.name).toBe('Lovelace');
  });
});

describe('the primary contact of an account', () => {
  it('is one: setting another moves it', async () => {
    await contact('First', { isPrimary: true });
    const second = await contact('Second', { isPrimary: true });
    expect(await primaries()).toEqual(['Second']);
    const third = await contact('Third');
    await crm.change(ctx, 'contact', third.id, { isPrimary: true });
    expect(await primaries()).toEqual(['Third']);
    await crm.change(ctx, 'contact', second.id, { phone: '+4930123456' });
    expect(await primaries()).toEqual(['Third']);
  });

  it('steps back in the log as well', async () => {
    const first = await contact('First', { isPrimary: true });
    await contact('Second', { isPrimary: true });
    const log = await t.db.read(ctx, (tx) =>
      tx.rows(
        `select before, after from audit.entry
        where record_id = $1 and action = 'contact.updated'`,
        [first.id],
      ),
    );
    expect(log).toEqual([{ before: { isPrimary: true }, after: { isPrimary: false } }]);
  });

  it('is the last of several that are made together', async () => {
    await t.db.write(ctx, async (tx) =>
      createRecords(
        tx,
        await crm.models.object(tx, 'contact'),
        ['A', 'B', 'C'].map((lastName) => ({ lastName, accountId, isPrimary: true })),
      ),
    );
    expect(await primaries()).toEqual(['C']);
  });

  it('is one, however many are set at once', async () => {
    const made = await Promise.all(['A', 'B', 'C', 'D'].map((name) => contact(name)));
    await Promise.all(made.map(({ id }) => crm.change(ctx, 'contact', id, { isPrimary: true })));
    expect(await primaries()).toHaveLength(1);
  });

  it('comes along to another account and takes the place there', async () => {
    const other = await crm.make(ctx, 'account', { name: 'Other' });
    await contact('There', { accountId: other.id, isPrimary: true });
    const mover = await contact('Mover', { isPrimary: true });
    await crm.change(ctx, 'contact', mover.id, { accountId: other.id });
    expect(await primaries()).toEqual(['Mover']);
  });

  it('needs an account', async () => {
    const error = await refusal(contact('Alone', { accountId: null, isPrimary: true }));
    expect(error.options.errors?.[0]).toMatchObject({
      pointer: '/isPrimary',
      code: 'account_needed',
    });
  });
});

describe('a sale that is made of a deal', () => {
  async function sold() {
    const other = await crm.make(ctx, 'account', { name: 'Other' });
    const primary = (await contact('First', { isPrimary: true })).id;
    const contactId = (await contact('Second')).id;
    const ledger = new CreateLedgerAccount(t.db, crm.models);
    const partnerId = (await ledger.execute(ctx, { kind: 'partner', name: 'Partner' })).id;
    const { id: dealId } = await crm.make(ctx, 'deal', {
      name: 'Deal',
      accountId,
      contactId,
      partnerId,
    });
    return { other: other.id, primary, contactId, partnerId, dealId };
  }

  type Said = Parameters<typeof defaultParties>[2];
  const parties = (accountId: string, said: object, as = ctx) =>
    t.db.read(as, (tx) => defaultParties(tx, accountId as AccountId, said as Said));

  it('is through its partner and contact, unless it says its own, null included', async () => {
    const { primary, contactId, partnerId, dealId } = await sold();
    const cases = [
      [{}, { contactId: primary, partnerId: null }],
      [{ dealId }, { contactId, partnerId }],
      [
        { dealId, partnerId: null },
        { contactId, partnerId: null },
      ],
      [
        { dealId, contactId: null },
        { contactId: null, partnerId },
      ],
      [
        { dealId, contactId: primary },
        { contactId: primary, partnerId },
      ],
    ] as const;
    for (const [said, expected] of cases) {
      expect(await parties(accountId, said)).toEqual(expected);
    }
  });

  it('names no contact of another account, and nobody of another account’s deal', async () => {
    const { other, primary, contactId, partnerId, dealId } = await sold();
    expect(await parties(other, { dealId })).toEqual({ contactId: null, partnerId: null });
    await crm.change(ctx, 'contact', contactId, { accountId: other });
    expect(await parties(accountId, { dealId })).toEqual({ contactId: primary, partnerId });
  });

  it('tells nothing that is kept from whoever writes it', async () => {
    const { primary, contactId, partnerId, dealId } = await sold();
    const bound = (over: object) => ({ ...ctx, permissions: { ...ctx.permissions, ...over } });
    const hiding = (name: string) => {
      const hidden = new Set([name]);
      return bound({ fields: () => ({ hidden, unwritten: hidden }) });
    };
    const asked = (as: Ctx) => parties(accountId, { dealId }, as);
    expect(await asked(hiding('partnerId'))).toEqual({ contactId, partnerId: null });
    expect(await asked(hiding('contactId'))).toEqual({ contactId: primary, partnerId });
    const blind = bound({ can: (resource: string) => resource !== 'deals' });
    expect(await asked(blind)).toEqual({ contactId: primary, partnerId: null });
  });
});
