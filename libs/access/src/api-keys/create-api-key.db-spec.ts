import { DomainError, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { waitingFor } from '../../../../test/support/waiting.js';
import { lockRoleToDelete } from '../roles/role.repository.js';
import { aRole } from '../testing/actors.js';
import { CreateApiKey } from './create-api-key.js';

let t: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
});
afterAll(() => t.close());

it('an API key of a role that is being deleted is refused', async () => {
  const roleId = await aRole(t.db, ctx);
  let [commit, isDeleted] = [() => undefined as void, () => undefined as void];
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  const held = new Promise<void>((resolve) => (isDeleted = resolve));
  const deleted = t.db.write(ctx, async (tx) => {
    await lockRoleToDelete(tx, roleId);
    await tx.run('delete from access.role where id = $1', [roleId]);
    isDeleted();
    await mayCommit;
  });
  await held;
  const made = new CreateApiKey(t.db).execute(ctx, { name: 'Shop', roleId }).then(
    () => 'made',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
  while ((await waitingFor(t)) === 0);
  commit();
  await deleted;
  expect(await made).toBe('reference_not_found');
});
