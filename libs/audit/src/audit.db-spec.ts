import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { AuditLog, audit } from './audit.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

describe('audit', () => {
  it('stores all entries of a transaction with its facts, or none', async () => {
    const ctx = Object.freeze({ ...(await t.newCompany()), ip: '192.0.2.1' });
    const failing = t.db.write(ctx, async (tx) => {
      audit(tx, { action: 'thing.changed', object: 'thing', recordId: 'a' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await t.db.write(ctx, async (tx) => {
      for (let n = 0; n < 500; n += 1) {
        audit(tx, { action: 'thing.changed', object: 'thing', after: { n, password: 'canary' } });
      }
    });
    const rows = await t.db.read(ctx, (tx) => tx.rows('select * from audit.entry'));
    expect(rows).toHaveLength(500);
    expect(rows[0]).toMatchObject({
      occurred_at: ctx.now,
      actor_kind: 'system',
      request_id: ctx.requestId,
      ip: '192.0.2.1',
      record_id: null,
      before: null,
      after: { n: expect.any(Number), password: '•••' },
    });
  });

  it('is kept by AuditLog beside a transaction that fails', async () => {
    const ctx = await t.newCompany();
    await new AuditLog(t.db).record(ctx, { action: 'permission.refused', object: 'invoices' });
    const rows = await t.db.read(ctx, (tx) => tx.rows('select action from audit.entry'));
    expect(rows).toEqual([{ action: 'permission.refused' }]);
  });

  it.each(['update audit.entry set action = action', 'delete from audit.entry'])(
    'cannot be undone: %s',
    async (statement) => {
      const ctx = await t.newCompany();
      const attempt = t.db.write(ctx, (tx) => tx.run(statement));
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
    },
  );

  it('is seen by its own company only', async () => {
    const [one, two] = [await t.newCompany(), await t.newCompany()];
    await new AuditLog(t.db).record(one, { action: 'thing.changed', object: 'thing' });
    const seen = await t.db.read(two, (tx) => tx.rows('select 1 from audit.entry'));
    expect(seen).toEqual([]);
  });
});
