import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { HeardStream } from '../../../../test/support/heard-stream.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newId } from '@quittance/kernel';
import { bodyOf, memberWith, newRole, refusal } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  for (const heard of open) heard.leave();
  await api.close();
  await t.close();
});

const open: HeardStream[] = [];

async function hear(token: string, headers: Record<string, string> = {}): Promise<HeardStream> {
  const signed = { authorization: `Bearer ${token}`, ...headers };
  const heard = new HeardStream(await HeardStream.at(`${api.url}/events/stream`, signed));
  open.push(heard);
  return heard;
}

async function anAccount(by: StaffClient, more: object = {}): Promise<string> {
  const body = { name: `Account ${newId()}`, ...more };
  return bodyOf<{ id: string }>(await by.call('POST', '/accounts', { body })).id;
}

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

describe('/events/stream', () => {
  const CAN = ['view', 'create', 'update'];

  it('tells of a record that changes, with no data of it, and no other company', async () => {
    const [mine, theirs] = [
      await hear(api.admin.token()),
      await hear((await api.newAdmin()).token()),
    ];
    const id = await anAccount(api.admin);
    await mine.until(id);
    expect(mine.text).toMatch(/^retry: 3000\n\n(: \n\n)?id: [0-9a-f-]{36}\nevent: change\ndata: /);
    const told = `{"object":"account","id":"${id}","version":1,"change":"created"}`;
    expect(mine.text).toContain(`data: ${told}\n\n`);
    expect(theirs.text).not.toContain(id);
  });

  it('tells each of what they may view, within their scope of it', async () => {
    const accounts = { accounts: CAN };
    const own = await memberWith(api, { matrix: accounts, scopes: { accounts: 'own' } });
    const all = await memberWith(api, { matrix: accounts });
    const none = await memberWith(api, { matrix: { leads: CAN } });
    const team = await memberWith(api, { matrix: accounts, scopes: { accounts: 'team' } });
    for (const { userId } of [own, team]) {
      await api.admin.call('PATCH', `/users/${userId}`, { body: { team: 'North' } });
    }
    const heard = {
      own: await hear(own.token()),
      all: await hear(all.token()),
      none: await hear(none.token()),
      team: await hear(team.token()),
    };
    const admins = await anAccount(api.admin);
    const teams = await anAccount(team);
    const owns = await anAccount(own);
    await Promise.all([heard.own.until(owns), heard.all.until(owns), heard.team.until(owns)]);
    const hears = (who: keyof typeof heard) =>
      [admins, teams, owns].map((id) => heard[who].text.includes(id));
    expect([hears('own'), hears('all'), hears('none'), hears('team')]).toEqual([
      [false, false, true],
      [true, true, true],
      [false, false, false],
      [false, true, true],
    ]);
  });

  it('says of a record with hidden fields no more than that it is another', async () => {
    const matrix = { leads: CAN };
    const member = await memberWith(api, { matrix, fields: { leads: { status: 'hidden' } } });
    const [mine, theirs] = [await hear(member.token()), await hear(api.admin.token())];
    const body = { name: 'Lead', companyName: `Lead ${newId()}` };
    const { id } = bodyOf<{ id: string }>(await api.admin.call('POST', '/leads', { body }));
    await api.admin.call('POST', `/leads/${id}/convert`, { body: {} });
    await theirs.until('"converted"');
    await mine.until('"updated"');
    const words = (heard: HeardStream) =>
      heard.text.split('\n').flatMap((line) => /"change":"(\w+)"/.exec(line)?.[1] ?? []);
    expect(new Set(words(mine))).toEqual(new Set(['created', 'updated']));
  });

  it('goes on behind what was heard last, and begins anew behind what is not known', async () => {
    const heard = await hear(api.admin.token());
    const first = await anAccount(api.admin);
    await heard.until(first);
    const last = [...heard.text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '';
    heard.leave();
    const missed = await anAccount(api.admin);
    const again = await hear(api.admin.token(), { 'last-event-id': last });
    await again.until(missed);
    expect(again.text).not.toContain('reset');
    const anew = await hear(api.admin.token(), { 'last-event-id': newId() });
    await anew.until('event: reset');
    expect(anew.text).not.toContain(missed);
  });

  it('ends with the session, and as soon as rights are others', async () => {
    const matrix = { accounts: CAN };
    const [one, two] = [await memberWith(api, { matrix }), await memberWith(api, { matrix })];
    const [signedOut, changed] = [await hear(one.token()), await hear(two.token())];
    await api.admin.call('POST', `/users/${one.userId}/deactivate`);
    const roleIds = [await newRole(api.admin, { matrix: { leads: CAN } })];
    await api.admin.call('PATCH', `/users/${two.userId}`, { body: { roleIds } });
    expect(await Promise.all([signedOut.ended, changed.ended])).toEqual(['ended', 'ended']);
  });

  it('is for API keys too, by their role', async () => {
    const roleId = await newRole(api.admin, { matrix: { accounts: CAN } });
    const body = { name: 'Shop', roleId };
    const { key } = bodyOf<{ key: string }>(await api.admin.call('POST', '/api-keys', { body }));
    const heard = await hear(key);
    const id = await anAccount(api.admin);
    await heard.until(id);
    const role = await newRole(api.admin);
    await heard.until(await anAccount(api.admin));
    expect(heard.text).not.toContain(role);
  });

  it('is bounded for a user', async () => {
    const many = await memberWith(api, { matrix: { accounts: CAN } });
    for (let n = 0; n < 5; n += 1) await hear(many.token());
    expect(refusal(await many.call('GET', '/events/stream'))).toEqual([
      429,
      'stream_limit_reached',
    ]);
    expect((await many.call('HEAD', '/events/stream')).status).toBe(429);
  });

  it('takes up no place where the head alone is asked for', async () => {
    const one = await memberWith(api, { matrix: { accounts: CAN } });
    for (let n = 0; n < 6; n += 1) {
      expect((await one.call('HEAD', '/events/stream')).status).toBe(200);
    }
  });
});
