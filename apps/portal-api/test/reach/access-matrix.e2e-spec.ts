import { RouteTable, type Route } from '@quittance/http/host';
import { AccessTokens } from '@quittance/identity';
import { newId } from '@quittance/kernel';
import { badTokens } from '../../../../test/support/bad-tokens.js';
import { nameOf } from '../../../../test/support/watch/open-api.js';
import { servedRoutes } from '../../../../test/support/watch/served-routes.js';
import { sampled } from '../../../../test/support/tier.js';
import { PREFIX, PortalPeople, codeOf, type PortalClient } from '../portal-people.js';
import { startPortalApi, type TestApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';

/** Routes without sign-in: each is here because somebody decided so. */
const PUBLIC = [
  'GET /api/v1/mobile/partner/downloads/:token',
  'GET /api/v1/mobile/portal/downloads/:token',
  'GET /api/v1/mobile/vendor/downloads/:token',
  'GET /forms/:token',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /pay/:token',
  'GET /payments/return',
  'GET /portal/icon.png',
  'GET /portal/icon.svg',
  'GET /portal/manifest.webmanifest',
  'GET /portal/password',
  'GET /portal/view-as',
  'GET /public/quotes/:token',
  'GET /public/quotes/:token/pdf',
  'GET /public/receipts/:hash',
  'GET /q/:token',
  'GET /sandbox/pay/:linkId',
  'POST /api/v1/mobile/partner/auth/choose',
  'POST /api/v1/mobile/partner/auth/invitation/accept',
  'POST /api/v1/mobile/partner/auth/invitation/renew',
  'POST /api/v1/mobile/partner/auth/login',
  'POST /api/v1/mobile/partner/auth/logout',
  'POST /api/v1/mobile/partner/auth/mfa/verify',
  'POST /api/v1/mobile/partner/auth/password/forgot',
  'POST /api/v1/mobile/partner/auth/password/reset',
  'POST /api/v1/mobile/partner/auth/refresh',
  'POST /api/v1/mobile/partner/auth/view-as',
  'POST /api/v1/mobile/portal/auth/choose',
  'POST /api/v1/mobile/portal/auth/invitation/accept',
  'POST /api/v1/mobile/portal/auth/invitation/renew',
  'POST /api/v1/mobile/portal/auth/login',
  'POST /api/v1/mobile/portal/auth/logout',
  'POST /api/v1/mobile/portal/auth/mfa/verify',
  'POST /api/v1/mobile/portal/auth/password/forgot',
  'POST /api/v1/mobile/portal/auth/password/reset',
  'POST /api/v1/mobile/portal/auth/refresh',
  'POST /api/v1/mobile/portal/auth/view-as',
  'POST /api/v1/mobile/vendor/auth/choose',
  'POST /api/v1/mobile/vendor/auth/invitation/accept',
  'POST /api/v1/mobile/vendor/auth/invitation/renew',
  'POST /api/v1/mobile/vendor/auth/login',
  'POST /api/v1/mobile/vendor/auth/logout',
  'POST /api/v1/mobile/vendor/auth/mfa/verify',
  'POST /api/v1/mobile/vendor/auth/password/forgot',
  'POST /api/v1/mobile/vendor/auth/password/reset',
  'POST /api/v1/mobile/vendor/auth/refresh',
  'POST /api/v1/mobile/vendor/auth/view-as',
  'POST /forms/:token/submissions',
  'POST /payments/webhook/:provider',
  'POST /public/quotes/:token/accept',
  'POST /public/quotes/:token/reject',
  'POST /public/quotes/:token/request-changes',
  'POST /q/:token',
  'POST /sandbox/pay/:linkId',
];

const DOCUMENTS = /^(GET|HEAD) \/(docs|openapi\.json)(\/|$)/;

let t: TestDatabase;
let api: TestApi;
let routes: readonly Route[];

beforeAll(async () => {
  t = await testDatabase();
  api = await startPortalApi(t);
  routes = api.app.get(RouteTable).all();
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const names = () => routes.map(nameOf);
const withHeads = () => [
  ...names(),
  ...names()
    .filter((name) => name.startsWith('GET '))
    .map((name) => name.replace('GET', 'HEAD')),
];

/** Customers pay there as well: applications look for it without knowing of the portals. */
const BARE_CHECKOUT = '/payments/checkout';

describe('every route of the portal host', () => {
  test('that the server answers to is in the table of routes', () => {
    const known = new Set(withHeads());
    const strange = servedRoutes(api.app).filter(
      (name) => !known.has(name) && !DOCUMENTS.test(name),
    );
    expect(strange).toEqual([]);
  });

  test('without sign-in is listed as such', () => {
    const open = routes.filter(({ policy }) => policy.kind === 'public');
    expect(open.map(nameOf).sort()).toEqual(PUBLIC);
  });

  test('that is not listed refuses whoever is not signed in, staff too', async () => {
    const { companyId } = await t.newCompany();
    const holder = { id: newId<'user'>(), companyId, sessionId: newId<'session'>() };
    const now = t.clock.now();
    const ownTokens = api.app.get(AccessTokens);
    const staff = new AccessTokens({
      host: 'staff',
      secret: 'a secret of the staff host'.repeat(2),
    });
    const tokens = {
      none: undefined,
      ...badTokens(ownTokens, holder, now, 'customer', ['staff']),
      'of the staff host': staff.sign({ ...holder, audience: 'staff' }, now),
    };
    const found: string[] = [];
    const closed = routes.filter((each) => !PUBLIC.includes(nameOf(each)));
    for (const [why, token] of Object.entries(tokens)) {
      for (const route of token ? sampled(closed) : closed) {
        const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
        const path = route.path.replace(/:\w+/g, () => newId());
        const { status } = await api.call(route.method, path, { headers });
        if (status !== 401) found.push(`${nameOf(route)} ${why}: ${status}`);
      }
    }
    expect(found).toEqual([]);
  });

  test('that is listed needs no token and is not put off by a bad one', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect([path, (await api.call('GET', path, { headers })).status]).toEqual([path, 200]);
    }
  });
});

describe('every route of the portals', () => {
  const DIRECTORIES = ['customer', 'partner', 'vendor'] as const;
  type Directory = (typeof DIRECTORIES)[number];
  const ofPortals = () => routes.filter(({ policy }) => policy.kind === 'portal');
  let people: PortalPeople;

  beforeAll(async () => {
    people = await PortalPeople.of(t, api);
  });

  async function party(directory: Directory): Promise<string> {
    if (directory === 'customer') return people.account('Acme');
    const kind = directory === 'vendor' ? 'supplier' : 'partner';
    const made = await t.db.write(people.ctx, (tx) =>
      tx.one<{ id: string }>(
        `insert into crm.ledger_account (company_id, id, kind, name, default_currency, created_at,
           updated_at)
         values ($1, gen_random_uuid(), $2, 'Party', 'EUR', now(), now()) returning id`,
        [people.ctx.companyId, kind],
      ),
    );
    return made.id;
  }

  const someone = async (directory: Directory, input = {}) =>
    people.user({ directory, partyId: await party(directory), role: 'Buyer', ...input });
  const client = async (directory: Directory, input = {}) =>
    people.enter(await someone(directory, input), directory);
  const ask = (by: PortalClient, { method, path }: Route) =>
    by.callAt(
      method,
      path.replace(/:\w+/g, () => newId()),
    );

  const isOfCustomers = ({ path }: Route) => path.startsWith(`${PREFIX.customer}/`);

  test('is under the address of its directory, and says so', () => {
    const strange = ofPortals().filter(({ policy, path }) => {
      if (policy.kind !== 'portal') return true;
      if (path === BARE_CHECKOUT) return policy.directory !== 'customer';
      return ![policy.directory].flat().every((each) => path.startsWith(`${PREFIX[each]}/`));
    });
    expect(strange.map(nameOf)).toEqual([]);
    expect(ofPortals().length).toBeGreaterThan(40);
  });

  test('is none for the users of another', async () => {
    const found: string[] = [];
    for (const directory of DIRECTORIES) {
      const stranger = await client(directory, { role: 'Admin' });
      const others = ofPortals().filter(({ path }) =>
        path === BARE_CHECKOUT
          ? directory !== 'customer'
          : !path.startsWith(`${PREFIX[directory]}/`),
      );
      for (const route of sampled(others)) {
        const answer = await ask(stranger, route);
        if (codeOf(answer) !== '401 unauthenticated') found.push(`${nameOf(route)} ${directory}`);
      }
    }
    expect(found).toEqual([]);
  });

  test('for Admins refuses everybody else, and lets them in', async () => {
    const found: string[] = [];
    for (const directory of DIRECTORIES) {
      const own = ofPortals().filter(({ policy, path }) => {
        const isManaged = policy.kind === 'portal' && policy.admin === true;
        return isManaged && path.startsWith(`${PREFIX[directory]}/`);
      });
      for (const role of ['Buyer', 'Approver', 'Viewer', 'Admin']) {
        const by = await client(directory, { role });
        for (const route of own) {
          const code = codeOf(await ask(by, route));
          const isRefused = code === '403 permission_denied';
          const isLetIn = !code.startsWith('401') && !code.startsWith('403');
          if (role === 'Admin' ? !isLetIn : !isRefused) found.push(`${nameOf(route)} ${role}`);
        }
      }
    }
    expect(found).toEqual([]);
  });

  test('refuses who may not act any more, and says why', async () => {
    const reasons = {
      portal_user_deactivated: 'update portal.portal_user set active = false where id = $1',
      portal_user_unverified: 'update portal.portal_user set verified_at = null where id = $1',
      account_locked: `update portal.portal_user set locked_until = '2999-01-01' where id = $1`,
      party_not_active: `update crm.account set status = 'inactive' where id = (
        select account_id from portal.portal_user where id = $1)`,
      unauthenticated: `update portal.refresh_family set revoked_at = now(), revoked_reason = 'x'
        where portal_user_id = $1`,
    };
    const found: string[] = [];
    for (const [code, statement] of Object.entries(reasons)) {
      const user = await someone('customer', { role: 'Admin' });
      const by = await people.enter(user);
      await t.db.write(people.ctx, (tx) => tx.run(statement, [user.id]));
      for (const route of sampled(ofPortals().filter(isOfCustomers))) {
        const answer = await ask(by, route);
        if (codeOf(answer) !== `401 ${code}`) found.push(`${nameOf(route)} ${code}`);
      }
    }
    expect(found).toEqual([]);
  });
});

describe('a public route of the portal host', () => {
  test('serves no page of a link that does not exist', async () => {
    for (const id of [newId(), 'x', '%2e%2e', `${'9'.repeat(200)}`, "'; drop table x --"]) {
      const page = await api.call('GET', `/sandbox/pay/${encodeURIComponent(id)}`);
      expect([id, page.status]).toEqual([id, 404]);
      const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
      const body = 'nonce=x&action=pay';
      const paid = await api.call('POST', `/sandbox/pay/${encodeURIComponent(id)}`, {
        ...form,
        body,
      });
      expect([id, paid.status]).toEqual([id, 404]);
    }
  });

  test('takes no webhook without a signature, of a provider there is or is not', async () => {
    const body = { event: 'payment.captured' };
    for (const [provider, status] of [
      ['razorpay', 401],
      ['sandbox', 401],
      ['nobody', 404],
      ['__proto__', 404],
    ]) {
      const answer = await api.call('POST', `/payments/webhook/${provider}`, { body });
      expect([provider, answer.status]).toEqual([provider, status]);
    }
  });
});
