import { RouteTable, type Route } from '@quittance/http/host';
import { signInAt } from '@quittance/http/testing';
import { newId } from '@quittance/kernel';
import { PRICE_NAMES, type PortalRight } from '@quittance/portal';
import { nameOf } from '../../../../test/support/watch/open-api.js';
import { earn } from '../../../staff-api/test/partner/plant-partner.js';
import { ALL_RIGHTS, CustomerStage } from '../customer-stage.js';
import { codeOf, PREFIX, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

/**
 * Every route of the portals of partners and vendors, asked by a rival, by a colleague who sees
 * their own, and by another company. A route that is not told here fails.
 */

type Directory = 'partner' | 'vendor';
type Kind = 'registration' | 'quote' | 'order' | 'customer' | 'statement' | 'commission';
type Held = Kind | 'document' | 'upload';

/** What strangers are answered by a route: see the rules of customers. */
type Rule =
  | { readonly record: Held; readonly body?: object }
  | { readonly hides: readonly Held[]; readonly blank?: true; readonly q?: true }
  | { readonly points: readonly (readonly [type: string, record: Held, format: string])[] }
  | 'own';

/** What is told by the tests of signing in and of colleagues. */
const IDENTITY = /^\w+ \/(auth|colleagues|me)(\/|$)/;
const because = { reason: 'Because' };

const BOTH: Readonly<Record<string, Rule>> = {
  'DELETE /uploads/:id': { record: 'upload' },
  'GET /uploads/:id': { record: 'upload' },
  'POST /uploads': 'own',
  'GET /events/stream': 'own',
  'GET /notifications': 'own',
  'GET /notifications/unread-count': 'own',
  'POST /notifications/:id/read': 'own',
  'POST /notifications/read-all': 'own',
  'GET /push-subscriptions': 'own',
  'POST /push-subscriptions': 'own',
  'DELETE /push-subscriptions': 'own',
  'DELETE /push-subscriptions/:id': 'own',
};
const RULES: Readonly<Record<Directory, Readonly<Record<string, Rule>>>> = {
  vendor: {
    ...BOTH,
    'GET /documents': { hides: ['document'] },
    'GET /documents/:id/file': { record: 'document' },
    'GET /search': { hides: ['document'], q: true },
    'POST /downloads': { points: [['document', 'document', 'file']] },
  },
  partner: {
    ...BOTH,
    'GET /dashboard': { hides: ['registration'], blank: true },
    // What the company has opened is the same for all of its partners.
    'GET /fields': 'own',
    'GET /search': { hides: ['registration', 'quote', 'order', 'customer'], q: true },
    'GET /customers': { hides: ['customer'] },
    'GET /customers/:id': { record: 'customer' },
    'GET /orders': { hides: ['order'] },
    'GET /orders/:id': { record: 'order' },
    'GET /documents': { hides: [], blank: true },
    'GET /documents/:id/file': { record: 'document' },
    'POST /downloads': {
      points: [
        ['document', 'document', 'file'],
        ['quote', 'quote', 'pdf'],
        ['commission-statement', 'statement', 'pdf'],
      ],
    },
    'GET /quotes': { hides: ['quote'] },
    'GET /quotes/:id': { record: 'quote' },
    'GET /quotes/:id/pdf': { record: 'quote' },
    'GET /commissions': { hides: ['commission'] },
    'GET /commissions/export': { hides: ['commission'] },
    'GET /commissions/summary': { hides: ['commission'], blank: true },
    'GET /commission-statements': { hides: ['statement'] },
    'GET /commission-statements/:id': { record: 'statement' },
    'GET /commission-statements/:id/pdf': { record: 'statement' },
    'POST /commission-statements/:id/query': { record: 'statement', body: { message: 'Why?' } },
    'GET /deal-registrations': { hides: ['registration'] },
    'GET /deal-registrations/export': { hides: ['registration'] },
    'GET /deal-registrations/:id': { record: 'registration' },
    'PATCH /deal-registrations/:id': { record: 'registration', body: { description: 'Mine' } },
    'DELETE /deal-registrations/:id': { record: 'registration' },
    // Whom a registration names is its own matter; what a rival is told of it, its tests tell.
    'POST /deal-registrations': 'own',
    'POST /deal-registrations/check': 'own',
    'POST /deal-registrations/:id/submit': { record: 'registration' },
    'POST /deal-registrations/:id/withdraw': { record: 'registration', body: because },
    'POST /deal-registrations/:id/request-extension': { record: 'registration', body: because },
    'POST /deal-registrations/:id/documents': {
      record: 'registration',
      body: { documentIds: [newId()] },
    },
    'POST /deal-registrations/:id/request-quote': {
      record: 'registration',
      body: { lines: [{ description: 'Till', quantity: '1' }] },
    },
  },
};

/** What a colleague without the right to all quotes does not see of a partner. */
const OF_COLLEAGUES: ReadonlySet<string> = new Set(['registration', 'quote', 'upload']);

let stage: PortalStage;
let acme: CustomerStage;
let routes: Readonly<Record<Directory, readonly Route[]>>;
const made = { partner: {}, vendor: {} } as Record<Directory, Record<Held, string>>;
const own = {} as Record<Directory, PortalClient>;
const blind = {} as Record<Directory, PortalClient>;
const strangers = { partner: {}, vendor: {} } as Record<Directory, Record<string, PortalClient>>;
let number = '';

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  const other = await CustomerStage.of(stage);
  for (const directory of ['partner', 'vendor'] as const) {
    const x = await partyOf(acme, directory);
    own[directory] = await person(acme, directory, x);
    blind[directory] = await person(acme, directory, x, ['seePricing']);
    strangers[directory] = {
      'a rival': await person(acme, directory, await partyOf(acme, directory)),
      'another company': await person(other, directory, await partyOf(other, directory)),
      'a colleague': await person(acme, directory, x, ['seeAllQuotes']),
    };
    const headers = { 'content-type': 'application/pdf' };
    const file = { body: '%PDF-1.7', headers };
    const upload = await own[directory].call('POST', '/uploads?fileName=a.pdf', file);
    made[directory].upload = (upload.body as { documentId: string }).documentId;
    if (directory === 'partner') await plant(x);
    else made.vendor.document = (await acme.document(`/ledger-accounts/${x}`, 'vendor')).id;
  }
  const all = stage.portal.app.get(RouteTable).all();
  const of = (directory: Directory) =>
    all.filter(
      ({ policy, path }) => policy.kind === 'portal' && path.startsWith(`${PREFIX[directory]}/`),
    );
  routes = { partner: of('partner'), vendor: of('vendor') };
});
afterAll(() => stage.close());

async function partyOf(of: CustomerStage, directory: Directory): Promise<string> {
  const kind = directory === 'vendor' ? 'supplier' : 'partner';
  return (await of.made('/ledger-accounts', { name: `Party ${newId()}`, kind })).id;
}

async function person(
  of: CustomerStage,
  directory: Directory,
  partyId: string,
  without: readonly PortalRight[] = [],
): Promise<PortalClient> {
  const held = ALL_RIGHTS.map((right) => [right, !without.includes(right)]);
  const permissions = Object.fromEntries(held) as Record<PortalRight, boolean>;
  const user = { directory, partyId, role: 'Admin', permissions };
  return of.people.enter(await of.people.user(user as never), directory);
}

/** A record of each kind that a partner has brought or made. */
async function plant(partnerId: string): Promise<void> {
  const pax = own.partner;
  const keep = made.partner;
  const body = {
    endCustomer: { name: `Kunde ${newId()}`, country: 'DE' },
    opportunityName: 'Fifty tills',
    estimatedValue: '50000.00',
    currency: 'EUR',
  };
  keep.registration = ((await pax.call('POST', '/deal-registrations', { body })).body as Id).id;
  const at = `/deal-registrations/${keep.registration}`;
  await pax.call('POST', `${at}/submit`, { body: {} });
  await acme.made(`${at}/approve`, {});
  const wanted = { lines: [{ description: 'Till', quantity: '50' }] };
  const asked = await pax.call('POST', `${at}/request-quote`, { body: wanted });
  await acme.made(`${at}/convert`, {});
  const request = `/self-service-quotes/${(asked.body as Id).id}/quote`;
  keep.quote = ((await acme.made(request, {})) as unknown as { quoteId: string }).quoteId;
  const quote = `/quotes/${keep.quote}`;
  const draft = (await acme.staff.call('GET', quote)).body as { number: string; lines: [Id] };
  number = draft.number;
  const priced = { body: { unitPrice: '9.00' } };
  await acme.staff.call('PATCH', `${quote}/lines/${draft.lines[0].id}`, priced);
  for (const step of ['submit', 'approve', 'send']) await acme.made(`${quote}/${step}`, {});
  keep.document = (await acme.document(quote, 'partner')).id;
  await acme.made('/commission-plans', {
    name: `Plan ${newId()}`,
    partnerIds: [partnerId],
    lines: [{ rate: '10' }],
    holdDays: 0,
    currency: 'EUR',
    validFrom: '2026-01-01',
  });
  const staff = { ...acme.staff, companyId: acme.people.ctx.companyId };
  await earn(stage.t, (path, said) => acme.made(path, said), staff as never, partnerId);
  const drawn = await acme.made('/commission-statements', {});
  const [statement] = (drawn as unknown as { data: [Id] }).data;
  keep.statement = statement.id;
  await acme.made(`/commission-statements/${statement.id}/approve`, {});
  const first = async (path: string) =>
    ((await pax.call('GET', path)).body as { data: [Id] }).data[0].id;
  keep.commission = await first('/commissions');
  keep.order = await first('/orders');
  keep.customer = await first('/customers');
}

interface Id {
  readonly id: string;
}

const told = (route: Route, directory: Directory) => nameOf(route).replace(PREFIX[directory], '');
const pathOf = ({ path }: Route, directory: Directory, id: string) =>
  path.replace(PREFIX[directory], '').replace(':id', id);

describe.each(['partner', 'vendor'] as const)('of the portal of a %s', (directory) => {
  const ruled = () =>
    routes[directory].flatMap((route) => {
      const rule = RULES[directory][told(route, directory)];
      return rule === undefined ? [] : [{ route, rule, name: told(route, directory) }];
    });

  test('every route has a rule, and every rule a route', () => {
    const names = routes[directory].map((route) => told(route, directory));
    const known = Object.keys(RULES[directory]);
    expect(names.filter((name) => !IDENTITY.test(name) && !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('a record is answered to strangers as though there were none', async () => {
    const found: string[] = [];
    const strip = (body: unknown) => ({ ...(body as object), requestId: '', instance: '' });
    for (const { route, rule, name } of ruled()) {
      if (rule === 'own' || !('record' in rule)) continue;
      const { record, body } = rule;
      expect([record, made[directory][record]]).toEqual([record, expect.any(String)]);
      for (const [who, by] of Object.entries(strangers[directory])) {
        if (who === 'a colleague' && !OF_COLLEAGUES.has(record)) continue;
        const ask = (id: string) =>
          by.call(route.method, pathOf(route, directory, id), { ...(body && { body }) });
        const [answer, unknown] = [await ask(made[directory][record]), await ask(newId())];
        const alike = JSON.stringify(strip(answer.body)) === JSON.stringify(strip(unknown.body));
        if (codeOf(answer) !== '404 not_found' || !alike) {
          found.push(`${name} by ${who}: ${codeOf(answer)}`);
        }
      }
    }
    expect(found).toEqual([]);
  });

  test('no address is made of a file that is a stranger’s', async () => {
    for (const { rule } of ruled()) {
      if (rule === 'own' || !('points' in rule)) continue;
      for (const [type, record, format] of rule.points) {
        const body = { type, id: made[directory][record], format };
        for (const [who, by] of Object.entries(strangers[directory])) {
          if (who === 'a colleague' && !OF_COLLEAGUES.has(record)) continue;
          const code = codeOf(await by.call('POST', '/downloads', { body }));
          expect([type, who, code]).toEqual([type, who, '422 reference_not_found']);
        }
        const { status, body: given } = await own[directory].call('POST', '/downloads', { body });
        expect([type, status]).toEqual([type, 201]);
        signInAt(stage.portal.app);
        const { url } = given as { url: string };
        const opened = await fetch(`${stage.portal.url}${url}`);
        expect([type, opened.status]).toEqual([type, 200]);
        expect((await fetch(`${stage.portal.url}${url}`)).status).toBe(410);
      }
    }
  });

  test('nothing of a record is in lists, sums, downloads and what strangers find', async () => {
    const found: string[] = [];
    for (const { route, rule, name } of ruled()) {
      if (rule === 'own' || !('hides' in rule)) continue;
      const path = pathOf(route, directory, '');
      const words = rule.hides.map((kind) => made[directory][kind]);
      const asked = rule.q ? [number || 'pdf', 'Kunde', 'Brought', 'tills', 'pdf'] : [''];
      const [rival, abroad, colleague] = Object.entries(strangers[directory]);
      const some = rule.hides.every((kind) => OF_COLLEAGUES.has(kind)) ? [colleague] : [];
      for (const [who, by] of [rival, abroad, ...some].flatMap((each) => (each ? [each] : []))) {
        for (const q of asked) {
          const { status, body } = await by.call('GET', rule.q ? `${path}?q=${q}` : path);
          const shown = words.filter((word) => JSON.stringify(body ?? '').includes(word));
          if (status >= 500 || shown.length > 0) found.push(`${name} by ${who}: ${shown}`);
        }
      }
      let seen = '';
      for (const q of asked) {
        const mine = await own[directory].call('GET', rule.q ? `${path}?q=${q}` : path);
        if (mine.status !== 200) found.push(`${name} is answered ${mine.status}`);
        seen += JSON.stringify(mine.body);
      }
      const missing = words.filter((word) => !seen.includes(word));
      if (missing.length > 0 && !rule.blank) found.push(`${name} does not show its own`);
    }
    expect(found).toEqual([]);
  });

  test('no price is shown to those who may see none', async () => {
    const found: string[] = [];
    for (const { route, rule, name } of ruled()) {
      if (rule === 'own' || route.method !== 'GET') continue;
      const id = 'record' in rule ? made[directory][rule.record] : '';
      const query = 'q' in rule ? `?q=${number || 'pdf'}` : '';
      const { body } = await blind[directory].call('GET', pathOf(route, directory, id) + query);
      const { data = body } = (typeof body === 'object' ? body : {}) as { data?: unknown };
      const names =
        typeof body === 'string' ? (body.split('\n')[0] ?? '').split(',') : namesIn(data);
      const shown = names.filter((each) => PRICE_NAMES.has(each));
      if (shown.length > 0) found.push(`${name}: ${shown}`);
    }
    expect(found).toEqual([]);
  });
});

function namesIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(namesIn);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => [name, ...namesIn(value)]);
}
