import { CreateRole, CreateUser } from '@quittance/access/host';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

describe('numbering', () => {
  it('is the built-in default of each type until somebody saves another', async () => {
    const before = await api.admin.call('GET', '/numbering');
    expect(before.body).toContainEqual(
      expect.objectContaining({ type: 'credit-note', format: 'CN-{SEQ:6}', source: 'Default' }),
    );
    const body = { format: 'K{YYYY}-{SEQ:4}', reset: 'yearly', start: 100 };
    const saved = await api.admin.call('PUT', '/numbering/credit-note', { body });
    expect(saved).toMatchObject({
      status: 200,
      body: { ...body, increment: 1, source: 'Saved', version: 1 },
    });
    expect((await api.admin.call('GET', '/numbering')).body).toContainEqual(saved.body);
    const { format, reset, start, increment } = saved.body as Record<string, unknown>;
    const again = { body: { format, reset, start, increment } };
    expect((await api.admin.call('PUT', '/numbering/credit-note', again)).status).toBe(200);
  });

  it('is shown before it is saved, by the engine that will assign', async () => {
    const body = {
      format: '{YYYY}/{MM}-{SEQ:3}',
      reset: 'monthly',
      increment: 2,
      date: '2026-03-09',
    };
    const answer = await api.admin.call('POST', '/numbering/preview', { body });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        numbers: ['2026/03-001', '2026/03-003', '2026/03-005', '2026/03-007', '2026/03-009'],
      },
    });
  });

  it.each([
    ['a reset without its date part', { format: '{SEQ}', reset: 'yearly' }],
    ['no sequence', { format: 'INV' }],
    ['two sequences', { format: '{SEQ}{SEQ}' }],
  ])('refuses %s with the member at fault', async (_, body) => {
    for (const [method, path] of [
      ['PUT', '/numbering/invoice'],
      ['POST', '/numbering/preview'],
    ] as const) {
      expect(await api.admin.call(method, path, { body })).toMatchObject({
        status: 422,
        body: { code: 'numbering_rules_invalid', errors: [{ pointer: '/format' }] },
      });
    }
  });

  it('of an unknown type does not exist', async () => {
    const answer = await api.admin.call('PUT', '/numbering/receipt', { body: { format: '{SEQ}' } });
    expect(answer.status).toBe(404);
  });

  it('is changed only with the grant customization', async () => {
    const user = async (grants: ('customization' | 'roles')[]) => {
      const ctx = api.company;
      const name = `Role ${grants.join()}`;
      const role = await new CreateRole(t.db).execute(ctx, { name, matrix: {}, grants });
      const email = `u${grants.length}@example.com`;
      const made = await new CreateUser(t.db).execute(ctx, { email, name, roleIds: [role.id] });
      return api.client(ctx.companyId, made.id);
    };
    const body = { format: 'Q-{SEQ:4}' };
    const [without, holder] = [await user([]), await user(['customization'])];
    expect(await without.call('PUT', '/numbering/quote', { body })).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
    expect(await without.call('GET', '/numbering')).toMatchObject({ status: 200 });
    expect(await holder.call('PUT', '/numbering/quote', { body })).toMatchObject({ status: 200 });
  });
});
