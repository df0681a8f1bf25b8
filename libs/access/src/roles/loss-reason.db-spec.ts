import { newId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { asAdmin } from '../../../../test/support/test-server.js';
import { LossReasonOfRoles1764001500301 } from '../migrations/1764001500301-loss-reason.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

type Fields = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a role that was stored with these fields has of them behind the migration, and its version. */
async function migrated(fields: Fields): Promise<{ fields: Fields; version: number }> {
  const ctx = await t.newCompany();
  const id = newId();
  await t.db.write(ctx, (tx) =>
    tx.run(
      `insert into access.role (company_id, id, name, built_in, matrix, scopes, grants, fields,
         created_at, updated_at)
       values ($1, $2, 'Planted', false, '{}', '{}', '[]', $3::jsonb, now(), now())`,
      [ctx.companyId, id, JSON.stringify(fields)],
    ),
  );
  await asAdmin(t.ownerUrl, (owner) => {
    const runner = { query: (text: string) => owner.query(text) };
    return new LossReasonOfRoles1764001500301().up(runner as never);
  });
  const [role] = await t.db.read(ctx, (tx) =>
    tx.rows<{ fields: Fields; version: number }>(
      'select fields, version from access.role where company_id = $1 and id = $2',
      [ctx.companyId, id],
    ),
  );
  return role as { fields: Fields; version: number };
}

describe('what a role kept of the reason of quotes', () => {
  it.each<[string, Fields, Fields, number]>([
    [
      'is kept of both that came of it',
      { quotes: { reason: 'hidden', notes: 'read_only' }, deals: { reason: 'hidden' } },
      {
        quotes: { lossReason: 'hidden', returnNote: 'hidden', notes: 'read_only' },
        deals: { reason: 'hidden' },
      },
      2,
    ],
    [
      'stands back behind what the role says of them already',
      { quotes: { reason: 'read_only', lossReason: 'hidden' } },
      { quotes: { lossReason: 'hidden', returnNote: 'read_only' } },
      2,
    ],
    [
      'is nothing in most roles, which stay as they are',
      { quotes: { notes: 'hidden' } },
      { quotes: { notes: 'hidden' } },
      1,
    ],
  ])('%s', async (_, before, after, version) => {
    expect(await migrated(before)).toEqual({ fields: after, version });
  });
});
