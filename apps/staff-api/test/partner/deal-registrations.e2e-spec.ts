import { parseInstant } from '@quittance/kernel';
import { ExpireRegistrations } from '@quittance/partner/host';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { done } from '../objects/objects-support.js';
import { equal, partnerDesk, registration } from './partner-support.js';

interface RegistrationBody {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly protectedUntil: string | null;
  readonly submittedAt: string | null;
  readonly dealId: string | null;
  readonly accountId: string | null;
}

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof partnerDesk>;
let x: string;
let y: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = partnerDesk(t, api);
  [x, y] = [await desk.partner(), await desk.partner()];
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

let customers = 0;
/** An end customer that nobody else is. */
const someone = (over: object = {}) => {
  const number = String(100_000_000 + ++customers * 7919);
  return { name: `Kunde ${number} ${customers * 31}`, country: 'DE', taxNumber: number, ...over };
};
const register = (partnerId: string, endCustomer: object, over: object = {}) =>
  done<RegistrationBody>(
    api.admin,
    'POST',
    '/deal-registrations',
    registration(partnerId, { endCustomer, ...over }),
  );
const ask = (id: string, step: string, body: object = {}) =>
  api.admin.call('POST', `/deal-registrations/${id}/${step}`, { body });
const step = (id: string, name: string, body: object = {}) =>
  done<RegistrationBody>(api.admin, 'POST', `/deal-registrations/${id}/${name}`, body);
const read = (id: string) => done<RegistrationBody>(api.admin, 'GET', `/deal-registrations/${id}`);

describe('a registration', () => {
  it('is reviewed, returned, changed and approved, and protected from that day on', async () => {
    const { id, status } = await register(x, someone());
    expect(status).toBe('submitted');
    await step(id, 'start-review');
    const fixed = await api.admin.call('PATCH', `/deal-registrations/${id}`, {
      body: { opportunityName: 'Sixty tills' },
    });
    expect(refusal(fixed)).toEqual([409, 'registration_not_editable']);
    const returned = await step(id, 'return', { message: 'Which branch?' });
    expect(returned).toMatchObject({ status: 'returned', message: 'Which branch?' });
    await done(api.admin, 'PATCH', `/deal-registrations/${id}`, { estimatedValue: '10.50' });
    expect(refusal(await ask(id, 'approve'))).toEqual([409, 'registration_status_conflict']);
  });

  it('is refused with a reason', async () => {
    const { id } = await register(x, someone());
    expect(refusal(await ask(id, 'reject'))).toEqual([422, 'validation_failed']);
    expect(await step(id, 'reject', { reason: 'Ours already' })).toMatchObject({
      status: 'rejected',
      message: 'Ours already',
      decidedBy: { kind: 'staff' },
    });
  });

  it('is standard for 90 days and premium for 180', async () => {
    const standard = await register(x, someone());
    const premium = await register(x, someone(), { protectionLevel: 'premium' });
    const approvedOn = t.clock.now().slice(0, 10);
    const days = (until: string | null) =>
      (Date.parse(String(until)) - Date.parse(approvedOn)) / 86_400_000;
    expect(days((await step(standard.id, 'approve')).protectedUntil)).toBe(90);
    expect(days((await step(premium.id, 'approve')).protectedUntil)).toBe(180);
  });

  it.each([
    [{ endCustomer: { name: 'A', country: 'XQ' } }, '/endCustomer/country'],
    [{ estimatedValue: '-1' }, '/estimatedValue'],
    [{ estimatedValue: '1.001' }, '/estimatedValue'],
    [{ currency: 'XXQ' }, '/currency'],
    [{ partnerId: '0190b5a2-3c4d-7e5f-8a6b-7c8d9e0f1a2b' }, '/partnerId'],
  ])('is refused with %j', async (over, pointer) => {
    const body = registration(x, { endCustomer: someone(), ...over });
    const answer = await api.admin.call('POST', '/deal-registrations', { body });
    expect(answer.status).toBe(422);
    expect(bodyOf<{ errors: { pointer: string }[] }>(answer).errors).toMatchObject([{ pointer }]);
  });
});

describe('an end customer that is protected', () => {
  it('is refused to others, who are told the day alone', async () => {
    const acme = someone({ website: 'https://shop.protected-one.de' });
    const { id } = await register(x, acme);
    const { protectedUntil } = await step(id, 'approve');
    const again = { ...someone(), website: 'www.protected-one.de', taxNumber: null };
    const body = registration(y, { endCustomer: again });
    const answer = await api.admin.call('POST', '/deal-registrations', { body });
    expect(refusal(answer)).toEqual([409, 'customer_protected']);
    expect(JSON.stringify(answer.body)).toContain(protectedUntil);
    for (const told of [id, x, acme.name]) {
      expect(JSON.stringify(answer.body)).not.toContain(told);
    }
    await register(x, { ...acme, name: 'Another branch' });
  });

  it('is approved once for two who registered it at once', async () => {
    const acme = someone();
    const both = await Promise.all([register(x, acme), register(y, acme)]);
    const answers = await Promise.all(both.map(({ id }) => ask(id, 'approve')));
    const codes = answers.map(({ status }) => status).sort();
    expect(codes).toEqual([200, 409]);
    const winner = both[answers.findIndex(({ status }) => status === 200)];
    const loser = both[answers.findIndex(({ status }) => status === 409)];
    expect(refusal(await ask(String(loser?.id), 'approve'))).toEqual([409, 'customer_protected']);
    await step(String(winner?.id), 'expire', { reason: 'They went elsewhere' });
    expect((await step(String(loser?.id), 'approve')).status).toBe('approved');
  });

  it('goes to whoever was first, unless that is overridden with a reason', async () => {
    const acme = someone();
    const first = await register(x, acme);
    t.clock.set(parseInstant(new Date(Date.parse(t.clock.now()) + 1000).toISOString()));
    const second = await register(y, acme);
    expect(refusal(await ask(second.id, 'approve'))).toEqual([409, 'earlier_registration_waiting']);
    const override = { reason: 'They know the buyer' };
    expect(await step(second.id, 'approve', { override })).toMatchObject({
      status: 'approved',
      overrideReason: 'They know the buyer',
    });
    expect(refusal(await ask(first.id, 'approve'))).toEqual([409, 'customer_protected']);
    await step(first.id, 'approve', { override });
    const log = await done<{ data: { action: string; after: { overrideReason: string } }[] }>(
      api.admin,
      'GET',
      `/audit-log?${equal('recordId', first.id)}`,
    );
    const row = log.data.find(({ action }) => action === 'deal_registration.approved');
    expect(row?.after.overrideReason).toBe('They know the buyer');
  });

  it('is claimed by whoever names another from then on', async () => {
    const [acme, other] = [someone(), someone()];
    const later = (ms: number) => {
      t.clock.set(parseInstant(new Date(Date.parse(t.clock.now()) + ms).toISOString()));
    };
    const hoarded = await register(x, other);
    later(1000);
    const first = await register(y, acme);
    later(1000);
    const named = { endCustomer: { ...other, name: `${other.name} GmbH` } };
    const patch = (body: object) =>
      api.admin.call('PATCH', `/deal-registrations/${hoarded.id}`, { body });
    const kept = await patch(named);
    expect(kept).toMatchObject({ status: 200, body: { submittedAt: hoarded.submittedAt } });
    expect((await patch({ endCustomer: acme })).status).toBe(200);
    expect((await step(first.id, 'approve')).status).toBe('approved');
  });

  it('is claimed from then on by whoever makes theirs that of another', async () => {
    const later = () => {
      t.clock.set(parseInstant(new Date(Date.parse(t.clock.now()) + 1000).toISOString()));
    };
    const vague = { ...someone(), taxNumber: null };
    const website = `bigcorp-${customers}.de`;
    const hoarded = await register(x, vague);
    later();
    const first = await register(y, { ...someone(), website });
    later();
    const patch = (endCustomer: object) =>
      done<RegistrationBody>(api.admin, 'PATCH', `/deal-registrations/${hoarded.id}`, {
        endCustomer,
      });
    const free = await patch({ ...vague, website: `nobody-${customers}.de` });
    expect(free.submittedAt).toBe(hoarded.submittedAt);
    const claimed = await patch({ ...vague, website });
    expect(claimed.submittedAt).toBe(t.clock.now());
    later();
    expect((await patch({ ...vague, website, city: 'Kiel' })).submittedAt).toBe(
      claimed.submittedAt,
    );
    expect((await step(first.id, 'approve')).status).toBe('approved');
  });

  it('is re-checked when a registration says something else of it', async () => {
    const acme = someone();
    await step((await register(x, acme)).id, 'approve');
    const { id } = await register(y, someone());
    const answer = await api.admin.call('PATCH', `/deal-registrations/${id}`, {
      body: { endCustomer: acme },
    });
    expect(refusal(answer)).toEqual([409, 'customer_protected']);
  });

  it('is told to staff with all that is like it', async () => {
    const first = await register(x, {
      ...someone(),
      taxNumber: null,
      name: 'Northwind Traders Berlin',
    });
    const second = await register(y, { ...someone(), name: 'Northwind Trader Berlin' });
    const { data } = await done<{ data: object[] }>(
      api.admin,
      'GET',
      `/deal-registrations/${second.id}/conflicts`,
    );
    expect(data).toEqual([
      expect.objectContaining({ id: first.id, partnerId: x, match: 'possible', protects: false }),
    ]);
  });
});

describe('a protection', () => {
  it('ends by its day, and the sweep writes it', async () => {
    const acme = someone();
    const { id } = await register(x, acme);
    await step(id, 'approve');
    const before = t.clock.now();
    t.clock.set(parseInstant(new Date(Date.parse(before) + 91 * 86_400_000).toISOString()));
    const ctx = t.ctx(api.company.companyId);
    expect(await new ExpireRegistrations(t.db).execute(ctx)).toBeGreaterThan(0);
    expect(await new ExpireRegistrations(t.db).execute(ctx)).toBe(0);
    t.clock.set(before);
    expect((await read(id)).status).toBe('expired');
  });

  it('is extended once, in its last days', async () => {
    const { id } = await register(x, someone());
    await step(id, 'approve');
    const extension = { days: 90, reason: 'They decide in autumn' };
    expect(refusal(await ask(id, 'extend', extension))).toEqual([409, 'extension_not_allowed']);
  });
});

describe('how often protections are extended', () => {
  it('is set by the company, once unless told', async () => {
    const set = (maxExtensions: number | null) =>
      api.admin.call('PATCH', '/portal-settings', { body: { maxExtensions } });
    expect((await api.admin.call('GET', '/portal-settings')).body).toMatchObject({
      maxExtensions: 1,
    });
    for (const most of [3, null, 1]) {
      expect((await set(most)).body).toMatchObject({ maxExtensions: most });
    }
    expect((await set(101)).status).toBe(422);
  });
});

describe('a deal', () => {
  it('is made of an approved registration once, and keeps its customer protected', async () => {
    const acme = someone({ city: 'Berlin', postalCode: '10115', street: 'High Street 1' });
    const { id } = await register(x, acme, { expectedCloseDate: '2026-12-31' });
    await step(id, 'approve');
    const converted = await step(id, 'convert');
    expect(converted.status).toBe('converted');
    expect(await step(id, 'convert')).toMatchObject({ dealId: converted.dealId });
    const deal = await done(api.admin, 'GET', `/deals/${converted.dealId}`);
    expect(deal).toMatchObject({
      partnerId: x,
      accountId: converted.accountId,
      amount: '50000.00',
      currency: 'EUR',
      expectedCloseDate: '2026-12-31',
      status: 'open',
    });
    const account = await done(api.admin, 'GET', `/accounts/${converted.accountId}`);
    expect(account).toMatchObject({ name: acme.name, billingAddress: { city: 'Berlin' } });
    const { dealId, accountId } = converted;
    const line = { description: 'Desk', unitPrice: '10.00', taxRate: '19' };
    for (const [path, count] of [
      ['/quotes', { quantity: '1' }],
      ['/sales-orders', { ordered: '1' }],
    ] as const) {
      const lines = [{ ...line, ...count }];
      const sold = await done(api.admin, 'POST', path, { accountId, dealId, lines });
      expect(sold).toMatchObject({ dealId, partnerId: x });
      const direct = { accountId, dealId, lines, partnerId: null };
      expect(await done(api.admin, 'POST', path, direct)).toMatchObject({ partnerId: null });
    }
    const body = registration(y, { endCustomer: acme });
    const answer = await api.admin.call('POST', '/deal-registrations', { body });
    expect(refusal(answer)).toEqual([409, 'customer_protected']);
    await done(api.admin, 'POST', `/deals/${converted.dealId}/close-lost`, { lossReason: 'Price' });
    expect((await register(y, acme)).status).toBe('submitted');
  });

  it('is of an account that is there, where one is named', async () => {
    const account = await done<{ id: string }>(api.admin, 'POST', '/accounts', { name: 'There' });
    const { id } = await register(x, someone());
    await step(id, 'approve');
    const refused = await ask(id, 'convert', { accountId: id });
    expect(refusal(refused)).toEqual([422, 'reference_not_found']);
    expect(await step(id, 'convert', { accountId: account.id })).toMatchObject({
      accountId: account.id,
    });
  });

  it('is made by nobody without the right to', async () => {
    const { id } = await register(x, someone());
    await step(id, 'approve');
    const member = await memberWith(api, {
      matrix: { 'deal-registrations': ['view', 'update'] },
    });
    const answer = await member.call('POST', `/deal-registrations/${id}/convert`, { body: {} });
    expect(refusal(answer)).toEqual([403, 'permission_denied']);
    const approve = await member.call('POST', `/deal-registrations/${id}/approve`, { body: {} });
    expect(refusal(approve)).toEqual([403, 'permission_denied']);
  });
});
