import { DomainError, newId, type Ctx, type UserId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aUser, actingWith, anAdministrator } from '../testing/actors.js';
import { CreateUser } from './create-user.js';
import { DeactivateUser } from './deactivate-user.js';
import { UpdateUser } from './update-user.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

async function told(attempt: Promise<unknown>): Promise<string> {
  const [result] = await Promise.allSettled([attempt]);
  if (result?.status !== 'rejected') return 'done';
  if (!(result.reason instanceof DomainError)) throw result.reason;
  const { code, options } = result.reason;
  return options.errors?.[0]?.code ?? code;
}

const report = (ctx: Ctx, id: UserId, managerId: UserId | null) =>
  told(new UpdateUser(t.db).execute(ctx, id, { managerId }));

describe('whom a user reports to', () => {
  it('works here, and does not report to them over however many', async () => {
    const ctx = await t.newCompany();
    await anAdministrator(t.db, ctx);
    const people = await Promise.all([1, 2, 3].map(() => aUser(t.db, ctx)));
    const [a, b, c] = people.map(({ id }) => id) as [UserId, UserId, UserId];
    expect(await report(ctx, a, a)).toBe('cycle');
    expect(await report(ctx, a, newId<'user'>())).toBe('reference_not_found');
    expect([await report(ctx, a, b), await report(ctx, b, c)]).toEqual(['done', 'done']);
    expect(await report(ctx, c, a)).toBe('cycle');
    await new DeactivateUser(t.db).execute(ctx, c);
    const newcomer = { email: 'new@example.com', name: 'New', managerId: c };
    expect(await told(new CreateUser(t.db).execute(ctx, newcomer))).toBe('reference_not_found');
    expect([await report(ctx, b, null), await report(ctx, b, a)]).toEqual(['done', 'cycle']);
  });

  it('makes no circle of two that are set at once', async () => {
    const ctx = await t.newCompany();
    await anAdministrator(t.db, ctx);
    for (let n = 0; n < 5; n += 1) {
      const [a, b] = [await aUser(t.db, ctx), await aUser(t.db, ctx)];
      const both = await Promise.all([report(ctx, a.id, b.id), report(ctx, b.id, a.id)]);
      expect([...both].sort()).toEqual(['cycle', 'done']);
    }
  });

  it('is said by who has the grant of roles: it says who may approve what', async () => {
    const ctx = await t.newCompany();
    const [a, b] = [await aUser(t.db, ctx), await aUser(t.db, ctx)];
    const clerk = actingWith(ctx, { matrix: { users: ['create', 'update'] } });
    expect(await report(clerk, a.id, b.id)).toBe('grant_required');
    const newcomer = { email: 'new@example.com', name: 'New', managerId: a.id };
    expect(await told(new CreateUser(t.db).execute(clerk, newcomer))).toBe('grant_required');
  });
});
