import { RouteTable, type Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { PRICE_NAMES } from '@quittance/portal';
import { nameOf } from '../../../test/support/watch/open-api.js';
import { CustomerStage } from './customer-stage.js';
import { PREFIX, codeOf, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

/**
 * Every route of the customer's portal, asked by those whom a record is none of the business: of
 * another account, of a child and of a parent of it, and of another company. A route that is not
 * told here fails.
 */
type Rule =
  /** A record in the address: whoever does not reach it is answered as though there were none. */
  | { readonly record: Kind; readonly body?: () => object }
  /** A list, a sum or a download: nothing of the record is in it. */
  | {
      readonly hides: readonly Kind[];
      readonly query?: string;
      /** Not even its customer finds the record in it by its number. */
      readonly blank?: true;
    }
  /** A record in the body: it is not there. */
  | { readonly points: () => object }
  /** Told by the tests of signing in and of colleagues. */
  | 'identity';

type Kind = 'invoice' | 'payment' | 'creditNote' | 'quote' | 'order' | 'checkout' | 'subscription';

const STATED = '?from=2026-01-01&to=2026-12-31';
const reason = () => ({ reason: 'Because' });

const RULES: Readonly<Record<string, Rule>> = {
  'GET /credit-notes': { hides: ['creditNote'] },
  'GET /credit-notes/:id': { record: 'creditNote' },
  'GET /credit-notes/:id/pdf': { record: 'creditNote' },
  'GET /credit-notes/export': { hides: ['creditNote'] },
  'GET /account-manager': { hides: ['invoice'], blank: true },
  'GET /dashboard': { hides: ['invoice', 'order', 'quote'], blank: true },
  'GET /invoices': { hides: ['invoice'] },
  'GET /invoices/:id': { record: 'invoice' },
  'GET /invoices/:id/pdf': { record: 'invoice' },
  'GET /invoices/export': { hides: ['invoice'] },
  'GET /invoices/summary': { hides: ['invoice'], blank: true },
  'GET /orders': { hides: ['order'] },
  'GET /orders/:id': { record: 'order' },
  'GET /orders/:id/tracking': { record: 'order' },
  'GET /orders/export': { hides: ['order'] },
  'GET /payments': { hides: ['payment'] },
  'GET /payments/:id': { record: 'payment' },
  'GET /payments/checkouts/:id': { record: 'checkout' },
  'GET /payments/export': { hides: ['payment'] },
  'GET /quotes': { hides: ['quote'] },
  'GET /quotes/:id': { record: 'quote' },
  'GET /quotes/:id/pdf': { record: 'quote' },
  'GET /quotes/:id/revisions': { record: 'quote' },
  'GET /quotes/export': { hides: ['quote'] },
  'GET /statement': { hides: ['invoice', 'creditNote'], query: STATED },
  'GET /statement/pdf': { hides: ['invoice'], query: STATED, blank: true },
  'GET /subscriptions': { hides: ['subscription'] },
  'GET /subscriptions/:id': { record: 'subscription' },
  'POST /invoices/:id/dispute': { record: 'invoice', body: reason },
  'POST /invoices/:id/dispute/withdraw': { record: 'invoice' },
  'POST /invoices/:id/payments': {
    record: 'invoice',
    body: () => ({ amount: '1.00', method: 'cash', paidOn: '2026-01-02' }),
  },
  'POST /orders/:id/cancel': { record: 'order', body: reason },
  'POST /payments/:id/withdraw': { record: 'payment' },
  'POST /payments/checkout': { points: () => ({ invoiceId: made.invoice.id }) },
  'POST /payments/checkouts/:id/cancel': { record: 'checkout' },
  'POST /quotes/:id/accept': {
    record: 'quote',
    body: () => ({ version: 1, name: 'Eve', termsAccepted: true }),
  },
  'POST /quotes/:id/reject': { record: 'quote', body: () => ({ version: 1, reason: 'No' }) },
  'POST /quotes/:id/request-changes': {
    record: 'quote',
    body: () => ({ version: 1, message: 'Otherwise' }),
  },
};
const IDENTITY = /^\w+ \/(accounts|addresses|auth|colleagues|me)(\/|$)/;

let stage: PortalStage;
let own: PortalClient;
let blind: PortalClient;
let routes: readonly Route[];
const strangers: Record<string, PortalClient> = {};
/** What there is of the account, with words by which it would be known in a list. */
const made: Record<Kind, { readonly id: string; readonly words: readonly string[] }> =
  {} as typeof made;

beforeAll(async () => {
  stage = await PortalStage.open();
  const acme = await CustomerStage.of(stage);
  const other = await CustomerStage.of(stage);
  const holding = await acme.account('Holding');
  const account = await acme.account('Acme', holding);
  const below = await acme.account('Acme North', account);
  own = await acme.person({ partyId: account, role: 'Admin' });
  blind = await acme.person({ partyId: account, role: 'Admin', without: ['seePricing'] });
  const all = { role: 'Admin', accessLevel: 'account_tree' } as const;
  strangers['a rival'] = await acme.person({ ...all, partyId: await acme.account('Rival') });
  strangers['a child'] = await acme.person({ ...all, partyId: below });
  strangers['the holding'] = await acme.person({
    ...all,
    accessLevel: 'account',
    partyId: holding,
  });
  strangers['another company'] = await other.person({
    ...all,
    partyId: await other.account('Acme'),
  });
  strangers['a colleague who sees their own'] = await acme.person({
    ...all,
    accessLevel: 'own',
    partyId: account,
    without: ['seeAllQuotes'],
  });
  await plant(acme, account);
  routes = stage.portal.app
    .get(RouteTable)
    .all()
    .filter(({ policy }) => policy.kind === 'portal')
    .filter(({ path }) => path.startsWith(`${PREFIX.customer}/`));
});
afterAll(() => stage.close());

async function plant(acme: CustomerStage, accountId: string): Promise<void> {
  const keep = (kind: Kind, { id, number }: { readonly id: string; readonly number?: string }) => {
    made[kind] = { id, words: [id, ...(number ? [number] : [])] };
  };
  const invoice = await acme.invoice(accountId, { poNumber: `PO-${newId()}` });
  keep('invoice', invoice);
  const note = await acme.made('/credit-notes', {
    accountId,
    currency: 'EUR',
    reason: 'Goodwill',
    lines: [{ description: 'Goodwill', quantity: '1', unitPrice: '10.00', taxRate: '0' }],
  });
  keep('creditNote', await acme.made(`/credit-notes/${note.id}/issue`, {}));
  keep('quote', await acme.quote(accountId));
  keep('order', await acme.order(accountId));
  keep('subscription', await acme.subscription(accountId));
  const body = { amount: '5.00', method: 'cash', paidOn: '2026-01-02' };
  const stated = await own.call('POST', `/invoices/${invoice.id}/payments`, { body });
  keep('payment', stated.body as never);
  const link = await own.call('POST', '/payments/checkout', { body: { invoiceId: invoice.id } });
  keep('checkout', { id: (link.body as { checkoutId: string }).checkoutId });
}

const told = (route: Route) => nameOf(route).replace(PREFIX.customer, '');
const ruleOf = (route: Route): Rule | undefined =>
  IDENTITY.test(told(route)) ? 'identity' : RULES[told(route)];

/** Routes with rules of that sort. */
function ruled<Sort extends string>(sort: Sort) {
  return routes.flatMap((route) => {
    const rule = ruleOf(route);
    if (!rule || typeof rule === 'string' || !(sort in rule)) return [];
    return [{ route, rule: rule as Extract<Rule, Record<Sort, unknown>> }];
  });
}

const pathOf = ({ path }: Route, id: string) =>
  path.replace(PREFIX.customer, '').replace(':id', id);

test('has a rule, and each rule a route', () => {
  expect(routes.filter((route) => !ruleOf(route)).map(told)).toEqual([]);
  const there = new Set(routes.map(told));
  expect(Object.keys(RULES).filter((name) => !there.has(name))).toEqual([]);
});

test('answers strangers of a record as though there were none', async () => {
  const found: string[] = [];
  const strip = (body: unknown) => ({ ...(body as object), requestId: '', instance: '' });
  for (const { route, rule } of ruled('record')) {
    const body = rule.body?.();
    for (const [who, by] of Object.entries(strangers)) {
      const ask = (id: string) =>
        by.call(route.method, pathOf(route, id), { ...(body && { body }) });
      const answer = await ask(made[rule.record].id);
      const unknown = await ask(newId());
      const alike = JSON.stringify(strip(answer.body)) === JSON.stringify(strip(unknown.body));
      if (codeOf(answer) !== '404 not_found' || !alike) {
        found.push(`${told(route)} by ${who}: ${codeOf(answer)}`);
      }
    }
  }
  expect(found).toEqual([]);
});

test('shows strangers nothing of it in lists, sums and downloads', async () => {
  const found: string[] = [];
  for (const { route, rule } of ruled('hides')) {
    const path = pathOf(route, '');
    const words = rule.hides.flatMap((kind) => made[kind].words);
    for (const [who, by] of Object.entries(strangers)) {
      const searched = words.map((word) => `${path}?search=${word}`);
      for (const each of [
        path + (rule.query ?? ''),
        ...(rule.blank || rule.query ? [] : searched),
      ]) {
        const { status, body } = await by.call('GET', each);
        const shown = words.filter((word) => JSON.stringify(body ?? '').includes(word));
        if (status >= 500 || shown.length > 0) found.push(`${told(route)} by ${who}: ${shown}`);
      }
    }
    const mine = await own.call('GET', path + (rule.query ?? ''));
    const seen = words.some((word) => JSON.stringify(mine.body).includes(word));
    if (mine.status !== 200) found.push(`${told(route)} is answered ${mine.status}`);
    if (!seen && !rule.blank) found.push(`${told(route)} shows nobody`);
  }
  expect(found).toEqual([]);
});

test('takes a record that strangers point at for one that is not there', async () => {
  const found: string[] = [];
  for (const { route, rule } of ruled('points')) {
    for (const [who, by] of Object.entries(strangers)) {
      const answer = await by.call(route.method, pathOf(route, ''), { body: rule.points() });
      if (codeOf(answer) !== '422 reference_not_found') found.push(`${told(route)} by ${who}`);
    }
  }
  expect(found).toEqual([]);
});

test('shows no price to those who may see none', async () => {
  const found: string[] = [];
  for (const route of routes) {
    const rule = ruleOf(route);
    if (!rule || typeof rule === 'string' || 'points' in rule || route.method !== 'GET') continue;
    const id = 'record' in rule ? made[rule.record].id : '';
    const { body } = await blind.call('GET', pathOf(route, id));
    const { data = body } = (typeof body === 'object' ? body : {}) as { data?: unknown };
    const prices = typeof body === 'string' ? columnsOf(body) : namesIn(data);
    const shown = prices.filter((name) => PRICE_NAMES.has(name));
    if (shown.length > 0) found.push(`${told(route)}: ${shown}`);
  }
  expect(found).toEqual([]);
});

const columnsOf = (text: string) => (text.split(/\r?\n/)[0] ?? '').split(',');

function namesIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(namesIn);
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => [name, ...namesIn(value)]);
}
