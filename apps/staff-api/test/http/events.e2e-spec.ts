import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, newRole, refusal } from '../access/members.js';

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

async function eventOf(recordId: string): Promise<{ id: string; state: string }> {
  const filter = encodeURIComponent(
    JSON.stringify({ field: 'recordId', op: 'eq', value: recordId }),
  );
  const answer = await api.admin.call('GET', `/events?filter=${filter}`);
  const [event] = bodyOf<{ data: { id: string; state: string }[] }>(answer).data;
  return event as { id: string; state: string };
}

/** What the audit log says of an event that was put back. */
async function retriesOf(id: string): Promise<object[]> {
  const filter = encodeURIComponent(JSON.stringify({ field: 'recordId', op: 'eq', value: id }));
  const answer = await api.admin.call('GET', `/audit-log?filter=${filter}`);
  const { data } = bodyOf<{ data: Record<string, unknown>[] }>(answer);
  const retries = data.filter(({ action }) => action === 'event.retried');
  return retries.map(({ actor, before, after }) => ({ actor, before, after }));
}

describe('/events', () => {
  it('shows what was announced and how its delivery stands', async () => {
    const roleId = await newRole(api.admin);
    const { id } = await eventOf(roleId);
    const answer = await api.admin.call('GET', `/events/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id,
      type: 'record.created',
      object: 'role',
      recordId: roleId,
      actor: { kind: 'staff', id: api.admin.userId },
      data: { id: roleId, builtIn: false },
      state: 'pending',
      attempts: 0,
    });
  });

  it('tries a dead event again, and no other', async () => {
    const { id } = await eventOf(await newRole(api.admin));
    expect(refusal(await api.admin.call('POST', `/events/${id}/retry`))).toEqual([
      409,
      'event_not_dead',
    ]);
    await t.db.write(api.company, (tx) =>
      tx.run(
        `update outbox.event set state = 'dead', attempts = 10, finished_at = now(),
           last_error = 'cannot' where id = $1`,
        [id],
      ),
    );
    expect(await retriesOf(id)).toEqual([]);
    expect((await api.admin.call('POST', `/events/${id}/retry`)).body).toMatchObject({
      state: 'pending',
      attempts: 0,
    });
    expect(await retriesOf(id)).toEqual([
      {
        actor: { kind: 'staff', id: api.admin.userId, name: expect.any(String) },
        before: { state: 'dead', attempts: 10, lastError: 'cannot' },
        after: { type: 'record.created', state: 'pending', attempts: 0 },
      },
    ]);
    await new OutboxDispatcher(t.db, new EventConsumers()).dispatchOnce();
    expect((await api.admin.call('GET', `/events/${id}`)).body).toMatchObject({
      state: 'dispatched',
    });
  });

  it('asks for the right to webhooks', async () => {
    const { id } = await eventOf(await newRole(api.admin));
    const viewer = await memberWith(api, { matrix: { webhooks: ['view'] } });
    expect((await viewer.call('GET', '/events')).status).toBe(200);
    const nobody = await memberWith(api, {});
    expect(refusal(await nobody.call('GET', '/events'))).toEqual([403, 'permission_denied']);
    expect(refusal(await viewer.call('POST', `/events/${id}/retry`))).toEqual([
      403,
      'permission_denied',
    ]);
  });

  it('knows no event of another company', async () => {
    const { id } = await eventOf(await newRole(api.admin));
    const stranger = await api.newAdmin();
    expect(refusal(await stranger.call('GET', `/events/${id}`))).toEqual([404, 'not_found']);
    expect(refusal(await stranger.call('POST', `/events/${id}/retry`))).toEqual([404, 'not_found']);
  });
});
