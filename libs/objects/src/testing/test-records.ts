import { newId, type Ctx, type DomainError, type UserId } from '@quittance/kernel';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import type { RecordId, RecordView } from '@quittance/metadata';
import { createRecords } from '../records/create-records.js';
import { deleteRecords } from '../records/delete-records.js';
import { readRecord } from '../records/read-records.js';
import type { RecordInput, RecordOptions } from '../records/record-write.js';
import { updateRecords } from '../records/update-records.js';
import { TestShop } from './test-objects.js';

/** Parts of a shop with custom fields of every kind of keeping, and a user who works on them. */
export class TestRecords {
  readonly ctx: Ctx;

  private constructor(
    readonly shop: TestShop,
    readonly me: UserId,
  ) {
    this.ctx = this.as(me, 'all');
  }

  static async open(t: TestDatabase): Promise<TestRecords> {
    const shop = await new TestShop(t, await t.newCompany()).open();
    const parts = new TestRecords(shop, await newUser(shop));
    await shop.define('part', 'colour__c', 'text');
    await shop.define('part', 'serial__c', 'text', { unique: true });
    await shop.define('part', 'mass__c', 'number', { indexed: true, settings: { scale: 3 } });
    await shop.define('part', 'spare_for__c', 'lookup', {
      settings: { target: 'part', onDelete: 'restrict' },
    });
    await shop.define('part', 'seen_by__c', 'lookup', { settings: { target: 'user' } });
    await shop.define('part', 'number__c', 'auto_number', {
      settings: { format: 'P-{SEQ:4}', start: 7 },
      readOnly: true,
    });
    return parts;
  }

  newUser(team: string | null = null): Promise<UserId> {
    return newUser(this.shop, team);
  }

  as(userId: UserId, scope: 'all' | 'team' | 'own'): Ctx {
    const { ctx } = this.shop;
    return Object.freeze({
      ...ctx,
      userId,
      permissions: { ...ctx.permissions, scope: () => scope },
    });
  }

  create(inputs: readonly RecordInput[], options?: RecordOptions, by = this.ctx) {
    return this.shop.write('part', (tx, object) => createRecords(tx, object, inputs, options), by);
  }

  async make(input: RecordInput = {}, by = this.ctx): Promise<RecordView> {
    const [record] = await this.create([{ name: 'Bolt', ...input }], {}, by);
    return record as RecordView;
  }

  update(id: RecordId, patch: RecordInput, expectedVersion: number | null = null, by = this.ctx) {
    const updates = [{ id, patch, expectedVersion }];
    return this.shop.write(
      'part',
      async (tx, object) => (await updateRecords(tx, object, updates))[0] as RecordView,
      by,
    );
  }

  remove(id: RecordId, object = 'part', by = this.ctx) {
    return this.shop.write(object, (tx, of) => deleteRecords(tx, of, [{ id }]), by);
  }

  get(id: RecordId, by = this.ctx): Promise<RecordView> {
    return this.shop.read('part', (tx, object) => readRecord(tx, object, id), by);
  }

  /** What the log says of a record. */
  async log(id: string): Promise<{ action: string; before: unknown; after: unknown }[]> {
    const { rows } = await this.shop.owner.query(
      `select action, before, after from audit.entry where record_id = $1 order by occurred_at, id`,
      [id],
    );
    return rows;
  }

  async events(id: string): Promise<{ type: string; data: unknown }[]> {
    const { rows } = await this.shop.owner.query(
      `select type, data from outbox.event where record_id = $1 order by seq`,
      [id],
    );
    return rows;
  }

  /** How many statements reach the database while something is done. */
  async statements(work: () => Promise<unknown>): Promise<number> {
    const client = (await this.shop.t.db.pool.connect()) as unknown as {
      query: (...args: unknown[]) => unknown;
      release(): void;
    };
    const { query } = client;
    let sent = 0;
    client.query = (...args) => {
      sent += 1;
      return query.apply(client, args);
    };
    client.release();
    await work();
    client.query = query;
    return sent;
  }

  close(): Promise<void> {
    return this.shop.close();
  }
}

async function newUser(shop: TestShop, team: string | null = null): Promise<UserId> {
  const id = newId<'user'>();
  await shop.owner.query(
    `insert into identity.staff_user (company_id, id, email, name, team, created_at, updated_at)
     values ($1, $2, $3, 'Jo', $4, now(), now())`,
    [shop.ctx.companyId, id, `${id}@example.com`, team],
  );
  return id;
}

export async function refusal(work: Promise<unknown>): Promise<DomainError> {
  const [result] = await Promise.allSettled([work]);
  if (result?.status !== 'rejected') throw new Error('It was expected to be refused');
  return result.reason as DomainError;
}

/** The code of a refusal, then each pointer with its code. */
export async function faults(work: Promise<unknown>): Promise<string[]> {
  const { code, options } = await refusal(work);
  return [code, ...(options.errors ?? []).map((each) => `${each.pointer} ${each.code}`)];
}
