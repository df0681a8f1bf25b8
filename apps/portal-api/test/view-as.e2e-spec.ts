import { UsageBuffer } from '@quittance/analytics/host';
import { RouteTable } from '@quittance/http/host';
import { signInAt } from '@quittance/http/testing';
import { newId } from '@quittance/kernel';
import { SHOWN_RESOURCES } from '@quittance/portal/testing';
import type { Answer, StaffClient } from '../../../test/support/test-api.js';
import { CustomerStage } from './customer-stage.js';
import { PREFIX, codeOf, PortalClient, type Signed } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let account: string;
let ada: PortalClient;
beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  account = await acme.account('Acme');
  ada = await acme.person({ partyId: account, role: 'Admin' });
});
afterAll(() => stage.close());

const reason = { reason: 'They cannot find their invoice' };
const start = (by: StaffClient, id: string) =>
  by.call('POST', `/portal-users/${id}/view-as`, { body: reason });
const take = (code: string, prefix = PREFIX.customer) => {
  signInAt(stage.portal.app);
  return stage.portal.call('POST', `${prefix}/auth/view-as`, { body: { code } });
};

/** Somebody of the staff who looks on as the user. */
async function onlooker(
  by: StaffClient,
  id: string,
  prefix = PREFIX.customer,
): Promise<PortalClient> {
  const { body } = await start(by, id);
  const taken = await take((body as { code: string }).code, prefix);
  return new PortalClient(stage.portal, prefix, taken.body as Signed);
}

/** Where a user is signed in, and what is pushed to them. */
const OWN_EYES = /\/auth\/sessions(\/:id)?$|\/events\/stream$|\/push-subscriptions$/;
const allReadsOf = (prefix: string) =>
  stage.portal.app
    .get(RouteTable)
    .all()
    .filter(({ method, policy }) => method === 'GET' && policy.kind === 'portal')
    .filter(({ path }) => path.startsWith(`${prefix}/`));
/** Routes of a portal that read, but for what is for the eyes of the user alone. */
const readsOf = (prefix: string) => allReadsOf(prefix).filter(({ path }) => !OWN_EYES.test(path));

/** A token of prices is sealed anew whenever it is made, for the user too. */
const bytes = ({ status, body }: Answer) =>
  JSON.stringify([status, { ...(body as object), requestId: '' }]).replace(
    /"priceToken":"[^"]+"/,
    '"priceToken":""',
  );

/** A hash of what each table of the company has, but for the log and the views themselves. */
async function rows(): Promise<ReadonlyMap<string, string | null>> {
  await stage.portal.app.get(UsageBuffer).flush();
  const { ctx } = acme.people;
  return stage.t.db.read(ctx, async (tx) => {
    const tables = await tx.rows<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
       where c.relkind = 'r' and has_table_privilege(c.oid, 'select') order by 1`,
    );
    const kept = tables.filter(({ name }) => !/^audit\.|\.view_as_session$/.test(name));
    expect(kept.length).toBeGreaterThan(100);
    const hashes = kept.map(
      ({ name }) =>
        `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as hash
         from ${name} t where t.company_id = $1`,
    );
    const found = await tx.rows<{ name: string; hash: string | null }>(hashes.join(' union all '), [
      ctx.companyId,
    ]);
    return new Map(found.map(({ name, hash }) => [name, hash]));
  });
}

const directoryOf = (prefix: string) =>
  (Object.keys(PREFIX) as (keyof typeof PREFIX)[]).find((each) => PREFIX[each] === prefix) ??
  'customer';

/** Somebody of a party that is no customer. */
async function partyUser(directory: 'partner' | 'vendor') {
  const kind = directory === 'partner' ? 'partner' : 'supplier';
  const { id: partyId } = await acme.made('/ledger-accounts', { name: `Party ${newId()}`, kind });
  return acme.people.user({ directory, partyId, role: 'Admin' });
}

describe('whoever looks on as a user', () => {
  test('gets the bytes that the user gets, of every route that reads', async () => {
    const invoice = await acme.invoice(account, {});
    const quote = await acme.quote(account);
    const order = await acme.order(account);
    const subscription = await acme.subscription(account);
    const made: Record<string, string> = {
      invoices: invoice.id,
      quotes: quote.id,
      orders: order.id,
      subscriptions: subscription.id,
    };
    const by = await onlooker(acme.staff, ada.signed.user.id);
    const routes = readsOf(PREFIX.customer);
    expect(routes.length).toBeGreaterThan(25);
    const found: string[] = [];
    let answered = 0;
    for (const { path } of routes) {
      const whole = path.replace(/:\w+/g, () => made[path.split('/')[5] ?? ''] ?? newId());
      const asked = `${whole}${path.includes('statement') ? '?from=2026-01-01&to=2026-12-31' : ''}`;
      // The user's own look is noted; what is compared is what is shown behind it.
      await ada.callAt('GET', asked);
      const seen = await by.callAt('GET', asked);
      const own = await ada.callAt('GET', asked);
      if (bytes(seen) !== bytes(own)) found.push(`${path}: ${codeOf(seen)} and ${codeOf(own)}`);
      if (own.status === 200) answered += 1;
      if (!seen.headers.get('x-view-as')) found.push(`${path} bears no X-View-As`);
      if (own.headers.get('x-view-as')) found.push(`${path} bears X-View-As for the user`);
    }
    expect(found).toEqual([]);
    expect(answered).toBeGreaterThan(20);
  });

  test.each(['partner', 'vendor'] as const)('gets them at the %s portal too', async (directory) => {
    const user = await partyUser(directory);
    const own = await acme.people.enter(user, directory);
    const by = await onlooker(acme.staff, user.id, PREFIX[directory]);
    const found: string[] = [];
    for (const { path } of readsOf(PREFIX[directory])) {
      const whole = path.replace(/:\w+/g, newId());
      const [seen, shown] = [await by.callAt('GET', whole), await own.callAt('GET', whole)];
      if (bytes(seen) !== bytes(shown)) found.push(path);
    }
    expect(found).toEqual([]);
  });

  test('does nothing, whatever the route', async () => {
    const by = await onlooker(acme.staff, ada.signed.user.id);
    const routes = stage.portal.app
      .get(RouteTable)
      .all()
      .filter(({ method, policy }) => method !== 'GET' && policy.kind === 'portal')
      .filter(({ path }) => path.startsWith(`${PREFIX.customer}/`));
    const found: string[] = [];
    for (const { method, path } of routes) {
      const answer = await by.callAt(method, path.replace(/:\w+/g, newId));
      if (codeOf(answer) !== '403 view_as_read_only') found.push(`${method} ${path}`);
    }
    expect(found).toEqual([]);
    expect(routes.length).toBeGreaterThan(20);
  });

  test.each(Object.values(PREFIX))('hears no stream and sees no session at %s', async (prefix) => {
    const directory = directoryOf(prefix);
    const by =
      directory === 'customer'
        ? await onlooker(acme.staff, ada.signed.user.id)
        : await onlooker(acme.staff, (await partyUser(directory)).id, prefix);
    const hidden = allReadsOf(prefix).filter(({ path }) => OWN_EYES.test(path));
    expect(hidden).toHaveLength(4);
    for (const { path } of hidden) {
      expect(codeOf(await by.callAt('GET', path))).toBe('403 view_as_read_only');
    }
  });

  test('is found by the user in their own activity, unless the company says no', async () => {
    const user = await acme.people.user({ partyId: account, role: 'Viewer' });
    const own = await acme.people.enter(user);
    await onlooker(acme.staff, user.id);
    const seen = async (by: PortalClient) => {
      const { body } = await by.call('GET', '/activity');
      const { activities } = body as { activities: { kind: string; number: string }[] };
      return activities.filter(({ kind }) => kind === 'viewed_as').map(({ number }) => number);
    };
    expect(await seen(own)).toEqual([expect.stringMatching(/\w/)]);
    const colleague = await acme.people.user({ partyId: account, role: 'Admin' });
    expect(await seen(await acme.people.enter(colleague))).toEqual([]);
    const say = (tellsViews: boolean) =>
      acme.staff.call('PATCH', '/portal-settings', { body: { tellsViews } });
    await say(false);
    expect(await seen(own)).toEqual([]);
    await say(true);
  });

  test('makes no address of a file that is there', async () => {
    const { id } = await acme.invoice(account, {});
    const by = await onlooker(acme.staff, ada.signed.user.id);
    const body = { type: 'invoice', id, format: 'pdf' };
    const refused = await by.call('POST', '/downloads', { body });
    expect(codeOf(refused)).toBe('403 view_as_read_only');
    expect((await ada.call('POST', '/downloads', { body })).status).toBe(201);
  });

  test('leaves no mark of having looked', async () => {
    const invoice = await acme.invoice(account, {});
    const quote = await acme.quote(account);
    const article = await acme.made('/knowledge', {
      title: 'Hours',
      body: 'From nine',
      audience: 'customer',
    });
    await acme.made(`/knowledge/${article.id}/publish`, {});
    const by = await onlooker(acme.staff, ada.signed.user.id);
    const looked = [
      `/invoices/${invoice.id}`,
      `/invoices/${invoice.id}/pdf`,
      `/quotes/${quote.id}`,
      `/quotes/${quote.id}/pdf`,
      `/knowledge/${article.id}`,
      '/knowledge/suggest?q=hours',
      '/notifications',
      '/notifications/unread-count',
      '/catalogue',
      '/dashboard',
      '/search?q=Install',
    ];
    const before = await rows();
    for (const path of looked) expect((await by.call('GET', path)).status).toBe(200);
    expect(await rows()).toEqual(before);
    for (const path of looked) await ada.call('GET', path);
    const after = await rows();
    const marked = [...after].filter(([table, now]) => before.get(table) !== now);
    expect(marked.map(([table]) => table).sort()).toEqual([
      'analytics.usage_event',
      'outbox.event',
      'receivables.invoice',
      'sales.quote',
    ]);
  });

  test('is told of in the log: beginning, each request and end', async () => {
    const other = await acme.person({ partyId: account, role: 'Buyer' });
    const by = await onlooker(acme.staff, other.signed.user.id);
    await by.call('GET', '/me');
    const listed = await acme.staff.call(
      'GET',
      `/view-as-sessions?portalUserId=${other.signed.user.id}`,
    );
    const [session] = listed.body as { id: string; reason: string; endedAt: string | null }[];
    expect(session).toMatchObject({ ...reason, endedAt: null });
    expect((await acme.staff.call('DELETE', `/view-as-sessions/${session?.id}`)).status).toBe(204);
    expect(codeOf(await by.call('GET', '/me'))).toBe('401 unauthenticated');
    const log = await stage.t.db.read(acme.people.ctx, (tx) =>
      tx.rows<{ action: string }>(
        `select action from audit.entry
         where company_id = $1 and (record_id = $2 or object = 'view-as-session') order by id`,
        [acme.people.ctx.companyId, other.signed.user.id],
      ),
    );
    const actions = log.map(({ action }) => action).filter((action) => /view/.test(action));
    expect(actions).toEqual([
      'portal_user.view_as_started',
      'portal_user.view_as_began',
      'portal_user.viewed',
      'portal_user.view_as_ended',
    ]);
  });
});

describe('the code of a view', () => {
  test('is good once, at the portal of its user alone', async () => {
    const { body } = await start(acme.staff, ada.signed.user.id);
    const { code, url } = body as { code: string; url: string };
    expect(url).toContain(`/portal/view-as#portal=customer&code=${code}`);
    expect(codeOf(await take(code, PREFIX.partner))).toBe('401 sign_in_step_expired');
    const answers = await Promise.all([take(code), take(code), take(code)]);
    expect(answers.map(codeOf).sort()).toEqual([
      '200',
      '401 sign_in_step_expired',
      '401 sign_in_step_expired',
    ]);
    const taken = answers.find(({ status }) => status === 200)?.body;
    expect(taken).toMatchObject({ expiresIn: 900, user: { id: ada.signed.user.id } });
    expect(taken).not.toHaveProperty('refreshToken');
  });

  test('is over after a minute', async () => {
    const { body } = await start(acme.staff, ada.signed.user.id);
    await stage.t.db.write(acme.people.ctx, (tx) =>
      tx.run(`update portal.view_as_session set code_expires_at = now()`),
    );
    expect(codeOf(await take((body as { code: string }).code))).toBe('401 sign_in_step_expired');
  });
});

describe('somebody of the staff', () => {
  const everything = [
    'portal-users accounts contacts products quotes self-service-quotes sales-orders contracts',
    'subscriptions assets invoices payments credit-notes credit-checks documents cases knowledge',
  ]
    .join(' ')
    .split(' ');
  const matrix = (without: readonly string[] = []) =>
    Object.fromEntries(
      everything.filter((each) => !without.includes(each)).map((each) => [each, ['view']]),
    );

  async function role(body: object): Promise<string> {
    const made = await acme.staff.call('POST', '/roles', {
      body: { name: `Support ${newId()}`, matrix: matrix(), grants: ['viewAs'], ...body },
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return (made.body as { id: string }).id;
  }

  async function colleague(roleId: string): Promise<StaffClient> {
    const body = { email: `${newId()}@example.com`, name: 'Sue', roleIds: [roleId] };
    const made = await acme.staff.call('POST', '/users', { body });
    const { companyId } = acme.people.ctx;
    const by = stage.staff.client(companyId, (made.body as { id: never }).id);
    await by.signedIn;
    return {
      ...by,
      call: (method, path, call) => {
        signInAt(stage.staff.app);
        return by.call(method, path, call);
      },
    };
  }

  test('needs the grant', async () => {
    const by = await colleague(await role({ grants: [] }));
    expect(codeOf(await start(by, ada.signed.user.id))).toBe('403 grant_required');
  });

  test.each(['payments', 'credit-checks'])('needs to see %s as the portal does', async (one) => {
    const short = await colleague(await role({ matrix: matrix([one]) }));
    const refused = await start(short, ada.signed.user.id);
    expect(codeOf(refused)).toBe('403 view_as_exceeds_rights');
    expect((refused.body as { detail: string }).detail).toContain(one);
  });

  test('needs to see as staff what the portal shows, at each request anew', async () => {
    const id = await role({});
    const by = await onlooker(await colleague(id), ada.signed.user.id);
    expect((await by.call('GET', '/me')).status).toBe(200);
    await acme.staff.call('PATCH', `/roles/${id}`, { body: { matrix: matrix(['cases']) } });
    expect(codeOf(await by.call('GET', '/me'))).toBe('403 view_as_exceeds_rights');
    await acme.staff.call('PATCH', `/roles/${id}`, { body: { matrix: matrix(), grants: [] } });
    expect(codeOf(await by.call('GET', '/me'))).toBe('403 grant_required');
  });

  test('who reaches other accounts finds no such user, or may not see it all', async () => {
    const narrow = await colleague(await role({ scopes: { 'portal-users': 'own' } }));
    expect(codeOf(await start(narrow, ada.signed.user.id))).toBe('404 not_found');
    const partly = await colleague(await role({ scopes: { invoices: 'own' } }));
    expect(codeOf(await start(partly, ada.signed.user.id))).toBe('403 view_as_exceeds_rights');
  });

  test('sees the partners below a partner where all of them are theirs', async () => {
    const seen = SHOWN_RESOURCES.partner;
    const matrixOf = Object.fromEntries(seen.map((each) => [each, ['view']]));
    const scopes = { 'deal-registrations': 'own' };
    const by = await colleague(await role({ matrix: matrixOf, scopes }));
    const partner = async (ownerId: string) =>
      (await acme.made('/ledger-accounts', { name: `P ${newId()}`, kind: 'partner', ownerId })).id;
    const [above, below] = [await partner(by.userId), await partner(by.userId)];
    const member = (id: string, body: object) =>
      acme.staff.call('PATCH', `/partner-members/${id}`, { body });
    await member(below, { parentId: above });
    const user = { directory: 'partner', partyId: above, role: 'Admin' } as const;
    const tess = await acme.people.user({ ...user, accessLevel: 'account_tree' });
    expect((await start(by, tess.id)).status).toBe(201);
    await member(await partner(acme.staff.userId), { parentId: below });
    expect(codeOf(await start(by, tess.id))).toBe('403 view_as_exceeds_rights');
  });

  test('sees nothing of who may not sign in', async () => {
    const gone = await acme.person({ partyId: account, role: 'Buyer' });
    const { id } = gone.signed.user;
    await acme.staff.call('POST', `/portal-users/${id}/deactivate`);
    expect(codeOf(await start(acme.staff, id))).toBe('409 view_as_not_possible');
  });
});
