import { RouteTable, type Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { PRICE_NAMES } from '@quittance/portal';
import { previewToken } from '@quittance/portal/host';
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
      /** What a text to look for is called, unless it is `search`; nothing is shown without one. */
      readonly searched?: string;
      /** Not even its customer finds the record in it by its number. */
      readonly blank?: true;
    }
  /** A record in the body: it is not there. */
  | { readonly points: () => object }
  /** What all customers of the company are shown, and those of no other. */
  | { readonly company: Kind; readonly asked?: () => string }
  /** The account in the body or the query: whoever does not reach it finds none. */
  | { readonly account: (id: string) => { readonly body?: object; readonly query?: string } }
  /** Something of the user alone in the body: whoever else has it is refused so. */
  | { readonly refused: string; readonly body: () => object }
  /** Told by the tests of signing in and of colleagues. */
  | 'identity'
  /** What is kept for the caller alone, and names no record: told by tests of its own. */
  | 'own'
  /** Nobody's own: told by the tests of what it answers. */
  | 'everybody';

type Kind =
  | 'account'
  | 'approval'
  | 'invoice'
  | 'payment'
  | 'creditNote'
  | 'quote'
  | 'quoteRequest'
  | 'contract'
  | 'order'
  | 'checkout'
  | 'subscription'
  | 'product'
  | 'cartLine'
  | 'favouriteList'
  | 'quoteRequest'
  | 'contract'
  | 'case'
  | 'asset'
  | 'document'
  | 'upload';

const STATED = '?from=2026-01-01&to=2026-12-31';
const reason = () => ({ reason: 'Because' });
const objection = () => ({ reason: 'other', message: 'Because' });
const version = () => ({ version: 1, reason: 'Because' });

const QUANTITY = () => ({ quantity: '2' });
const CART_OF = (accountId: string) => ({ query: `?accountId=${accountId}` });

const RULES: Readonly<Record<string, Rule>> = {
  'DELETE /cart': { account: CART_OF },
  'DELETE /cart/lines/:lineId': { record: 'cartLine' },
  'DELETE /favourite-lists/:id': { record: 'favouriteList' },
  'DELETE /favourite-lists/:id/items/:productId': { record: 'favouriteList' },
  'GET /cart': { hides: ['cartLine'] },
  'GET /catalogue': { company: 'product' },
  'GET /catalogue/:id': { company: 'product' },
  'GET /catalogue/lookup': { company: 'product', asked: () => `?q=${made.product.words[1]}` },
  'GET /catalogue/prices': { company: 'product', asked: () => `?ids=${made.product.id}` },
  'GET /categories': { company: 'product' },
  'GET /favourite-lists': { hides: ['favouriteList'] },
  'GET /favourite-lists/:id': { record: 'favouriteList' },
  'GET /favourite-lists/:id/items': { record: 'favouriteList' },
  'PATCH /favourite-lists/:id': { record: 'favouriteList', body: () => ({ name: 'Mine' }) },
  'PATCH /favourite-lists/:id/items/:productId': { record: 'favouriteList', body: QUANTITY },
  'POST /cart/checkout': {
    refused: '422 validation_failed',
    body: () => ({ priceToken: made.cartLine.words[1] }),
  },
  'POST /cart/from/favourite-list/:id': { record: 'favouriteList' },
  'POST /cart/from/order/:id': { record: 'order' },
  'POST /cart/from/quote/:id': { record: 'quote' },
  'POST /cart/quick-order': { account: (accountId) => ({ body: { accountId, text: 'A 1' } }) },
  'POST /cart/request-quote': { account: (accountId) => ({ body: { accountId } }) },
  'POST /favourite-lists': { account: (accountId) => ({ body: { accountId, name: 'Theirs' } }) },
  'POST /favourite-lists/:id/items': {
    record: 'favouriteList',
    body: () => ({ productId: made.product.id, quantity: '1' }),
  },
  'POST /orders/:id/reorder': { record: 'order' },
  'PUT /cart': { account: (accountId) => ({ body: { accountId, lines: [] } }) },
  'PUT /cart/lines/:lineId': { record: 'cartLine', body: QUANTITY },
  'GET /contracts': { hides: ['contract'] },
  'GET /contracts/:id': { record: 'contract' },
  'GET /approval-rules': { hides: ['approval'], blank: true },
  'PUT /approval-rules': { points: () => ({ accountId: made.account.id, rules: [] }) },
  'GET /approvals': { hides: ['approval'] },
  'GET /approvals/:id': { record: 'approval' },
  'POST /approvals/:id/approve': { record: 'approval', body: () => ({ version: 1 }) },
  'POST /approvals/:id/reject': { record: 'approval', body: version },
  'POST /approvals/:id/withdraw': { record: 'approval', body: version },
  'GET /credit-notes': { hides: ['creditNote'] },
  'GET /credit-notes/:id': { record: 'creditNote' },
  'GET /credit-notes/:id/pdf': { record: 'creditNote' },
  'GET /credit-notes/export': { hides: ['creditNote'] },
  'GET /account-manager': { hides: ['invoice'], blank: true },
  'GET /activity': { hides: ['invoice', 'order', 'quote', 'case'] },
  'GET /assets': { hides: ['asset'] },
  'GET /assets/:id': { record: 'asset' },
  'GET /cases': { hides: ['case'] },
  'GET /cases/:id': { record: 'case' },
  'GET /credit': { hides: ['invoice'], blank: true },
  'GET /documents': { hides: ['document'] },
  'GET /documents/:id/file': { record: 'document' },
  'GET /faq': { hides: ['case'], blank: true },
  'GET /knowledge': { hides: ['case'], blank: true },
  'GET /knowledge/:id': 'everybody',
  'GET /knowledge/suggest': { hides: ['case'], query: '?q=It', blank: true },
  'POST /cases': {
    points: () => ({
      subject: 'It',
      description: 'It',
      related: { object: 'case', id: made.case.id },
    }),
  },
  'POST /cases/:id/close': { record: 'case' },
  'POST /cases/:id/comments': { record: 'case', body: () => ({ body: 'Hello' }) },
  'POST /cases/:id/rate': { record: 'case', body: () => ({ rating: 1 }) },
  'POST /cases/:id/reopen': { record: 'case' },
  'POST /knowledge/:id/helpful': 'everybody',
  'GET /dashboard': { hides: ['invoice', 'order', 'quote'], blank: true },
  'GET /invoices': { hides: ['invoice'] },
  'GET /invoices/:id': { record: 'invoice' },
  'GET /invoices/:id/e-invoice': { record: 'invoice' },
  'GET /invoices/:id/pdf': { record: 'invoice' },
  'GET /invoices/export': { hides: ['invoice'] },
  'GET /invoices/summary': { hides: ['invoice'], blank: true },
  'GET /orders': { hides: ['order'] },
  'GET /orders/:id': { record: 'order' },
  'GET /orders/:id/pdf': { record: 'order' },
  'GET /orders/:id/tracking': { record: 'order' },
  'GET /orders/export': { hides: ['order'] },
  'GET /payments': { hides: ['payment'] },
  'GET /payments/:id': { record: 'payment' },
  'GET /payments/:id/receipt': { record: 'payment' },
  'GET /payments/checkouts/:id': { record: 'checkout' },
  'GET /payments/export': { hides: ['payment'] },
  'GET /quote-requests': { hides: ['quoteRequest'] },
  'GET /quote-requests/:id': { record: 'quoteRequest' },
  'GET /quotes': { hides: ['quote'] },
  'GET /quotes/:id': { record: 'quote' },
  'GET /quotes/:id/pdf': { record: 'quote' },
  'GET /quotes/:id/revisions': { record: 'quote' },
  'GET /quotes/export': { hides: ['quote'] },
  'GET /statement': { hides: ['invoice', 'creditNote'], query: STATED },
  'GET /statement/pdf': { hides: ['invoice'], query: STATED, blank: true },
  'GET /subscriptions': { hides: ['subscription'] },
  'GET /subscriptions/:id': { record: 'subscription' },
  'GET /subscriptions/:id/billing-preview': { record: 'subscription' },
  'GET /subscriptions/:id/usage': { record: 'subscription' },
  'DELETE /uploads/:id': { record: 'upload' },
  'GET /uploads/:id': { record: 'upload' },
  'POST /uploads': 'own',
  'GET /search': { hides: ['invoice', 'quote', 'order', 'creditNote', 'payment'], searched: 'q' },
  'POST /downloads': { points: () => ({ type: 'invoice', id: made.invoice.id, format: 'pdf' }) },
  'GET /events/stream': 'own',
  'GET /notifications': 'own',
  'GET /notifications/unread-count': 'own',
  'POST /notifications/:id/read': 'own',
  'POST /notifications/read-all': 'own',
  'GET /invoices/:id/dispute/messages': { record: 'invoice' },
  'POST /invoices/:id/dispute': { record: 'invoice', body: objection },
  'POST /invoices/:id/dispute/messages': { record: 'invoice', body: () => ({ message: 'Well' }) },
  'GET /subscriptions/:id/plans': { record: 'subscription' },
  'POST /subscriptions/:id/cancel': { record: 'subscription', body: reason },
  'POST /subscriptions/:id/change-plan': {
    record: 'subscription',
    body: () => {
      const change = { planId: newId<'plan'>(), quantity: '1', previewHash: 'x' };
      return { previewToken: previewToken(change) };
    },
  },
  'POST /subscriptions/:id/preview-change': {
    record: 'subscription',
    body: () => ({ planId: newId(), quantity: '1' }),
  },
  'POST /subscriptions/:id/resume': { record: 'subscription' },
  'POST /invoices/:id/dispute/withdraw': { record: 'invoice' },
  'POST /invoices/:id/payments': {
    record: 'invoice',
    body: () => ({ amount: '1.00', method: 'cash', paidOn: '2026-01-02' }),
  },
  'POST /contracts/:id/request-renewal': { record: 'contract' },
  'POST /invoices/pdf-bundle': { points: () => ({ invoiceIds: [made.invoice.id] }) },
  'POST /orders/:id/cancel': { record: 'order', body: reason },
  'POST /payments/:id/withdraw': { record: 'payment' },
  'POST /payments/checkout': { points: () => ({ invoiceId: made.invoice.id }) },
  'POST /payments/record': {
    points: () => ({
      amount: '1.00',
      method: 'cash',
      paidOn: '2026-01-02',
      allocations: [{ invoiceId: made.invoice.id, amount: '1.00' }],
    }),
  },
  'POST /payments/checkouts/:id/cancel': { record: 'checkout' },
  'PATCH /quote-requests/:id': { record: 'quoteRequest', body: () => ({ notes: 'Mine' }) },
  'POST /quote-requests': { points: () => ({ accountId: made.account.id }) },
  'POST /quote-requests/:id/submit': { record: 'quoteRequest' },
  'POST /quote-requests/:id/withdraw': { record: 'quoteRequest' },
  'POST /quotes/:id/accept': {
    record: 'quote',
    body: () => ({ version: 1, name: 'Eve', termsAccepted: true }),
  },
  'POST /quotes/:id/order': { record: 'quote' },
  'POST /quotes/:id/submit-for-approval': { record: 'quote', body: () => ({ version: 1 }) },
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
let ownAccount: string;
let routes: readonly Route[];
const strangers: Record<string, PortalClient> = {};
/** What there is of the account, with words by which it would be known in a list. */
const made: Record<Kind | 'account', { readonly id: string; readonly words: readonly string[] }> =
  {} as typeof made;

beforeAll(async () => {
  stage = await PortalStage.open();
  const acme = await CustomerStage.of(stage);
  const other = await CustomerStage.of(stage);
  const holding = await acme.account('Holding');
  const account = await acme.account('Acme', holding);
  const below = await acme.account('Acme North', account);
  ownAccount = account;
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
  strangers[MATE] = await acme.person({
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
  const wanted = { body: { lines: [{ description: 'A till' }] } };
  const request = await own.call('POST', '/quote-requests', wanted);
  keep('quoteRequest', request.body as never);
  const agreed = { accountId, startDate: '2026-01-01', endDate: '2026-12-31' };
  const contract = await acme.made('/contracts', agreed);
  await acme.made(`/contracts/${contract.id}/activate`, {});
  keep('contract', contract);
  // An account that nobody of them reaches.
  keep('account', { id: await acme.account('Elsewhere') });
  keep('order', await acme.order(accountId));
  const handed = await acme.quote(accountId);
  const said = { version: 1, note: 'Please' };
  const { version: sent } = (await own.call('GET', `/quotes/${handed.id}`)).body as typeof handed;
  const forwarded = await own.call('POST', `/quotes/${handed.id}/submit-for-approval`, {
    body: { ...said, version: sent },
  });
  keep('approval', { id: (forwarded.body as { approvalId: string }).approvalId });
  keep('subscription', await acme.subscription(accountId));
  keep('case', await acme.made('/cases', { accountId, subject: 'It does not work' }));
  keep('asset', await acme.made('/assets', { accountId, serial: `SN-${newId()}` }));
  keep('document', await acme.document(`/invoices/${invoice.id}`, 'customer'));
  const body = { amount: '5.00', method: 'cash', paidOn: '2026-01-02' };
  const stated = await own.call('POST', `/invoices/${invoice.id}/payments`, { body });
  keep('payment', stated.body as never);
  const sku = `SKU-${newId()}`;
  const shown = { name: 'Bolt', category: `Bolts ${sku}`, inCatalogue: true };
  const product = await acme.made('/products', { sku, ...shown });
  made.product = { id: product.id, words: [product.id, sku, shown.category] };
  const lines = [{ productId: product.id, quantity: '1' }];
  const cart = (await own.call('PUT', '/cart', { body: { lines } })).body as {
    priceToken: string;
    lines: [{ id: string }];
  };
  const [{ id: lineId }] = cart.lines;
  made.cartLine = { id: lineId, words: [lineId, cart.priceToken] };
  const named = { body: { name: `List ${newId()}` } };
  keep('favouriteList', (await own.call('POST', '/favourite-lists', named)).body as never);
  const headers = { 'content-type': 'application/pdf' };
  const upload = await own.call('POST', '/uploads?fileName=a.pdf', { body: '%PDF-1.7', headers });
  keep('upload', { id: (upload.body as { documentId: string }).documentId });
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

const MATE = 'a colleague who sees their own';

/** What is asked for a colleague may decide, whatever their level; Admins manage the rules. */
const strangersTo = (route: Route) =>
  Object.entries(strangers).filter(([who]) => who !== MATE || !told(route).includes(' /approval'));

const pathOf = ({ path }: Route, id: string) =>
  path
    .replace(PREFIX.customer, '')
    .replace(/:(id|lineId)/, id)
    .replace(':productId', made.product.id);

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
    for (const [who, by] of strangersTo(route)) {
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
    for (const [who, by] of strangersTo(route)) {
      const searched = words.map((word) => `${path}?${rule.searched ?? 'search'}=${word}`);
      for (const each of [
        path + (rule.query ?? ''),
        ...(rule.blank || rule.query ? [] : searched),
      ]) {
        const { status, body } = await by.call('GET', each);
        const shown = words.filter((word) => JSON.stringify(body ?? '').includes(word));
        if (status >= 500 || shown.length > 0) found.push(`${told(route)} by ${who}: ${shown}`);
      }
    }
    const sought = rule.searched ? `?${rule.searched}=${words.at(-1)}` : '';
    const mine = await own.call('GET', path + (rule.query ?? sought));
    const seen = words.some((word) => JSON.stringify(mine.body).includes(word));
    if (mine.status !== 200) found.push(`${told(route)} is answered ${mine.status}`);
    if (!seen && !rule.blank) found.push(`${told(route)} shows nobody`);
  }
  expect(found).toEqual([]);
});

test('takes a record that strangers point at for one that is not there', async () => {
  const found: string[] = [];
  for (const { route, rule } of ruled('points')) {
    for (const [who, by] of strangersTo(route)) {
      const answer = await by.call(route.method, pathOf(route, ''), { body: rule.points() });
      if (codeOf(answer) !== '422 reference_not_found') found.push(`${told(route)} by ${who}`);
    }
  }
  expect(found).toEqual([]);
});

test('shows what is of the company to its customers, and to nobody of another', async () => {
  const found: string[] = [];
  for (const { route, rule } of ruled('company')) {
    const { id, words } = made[rule.company];
    const path = pathOf(route, id) + (rule.asked?.() ?? '');
    for (const [who, by] of Object.entries({ ...strangers, itself: own })) {
      const { body } = await by.call(route.method, path);
      const answered = JSON.stringify({ ...(body as object), instance: '' });
      const sees = words.some((word) => answered.includes(word));
      if (sees === (who === 'another company')) found.push(`${told(route)} by ${who}`);
    }
  }
  expect(found).toEqual([]);
});

test('takes the account of others for one that is not there', async () => {
  const found: string[] = [];
  for (const { route, rule } of ruled('account')) {
    const { body, query = '' } = rule.account(ownAccount);
    for (const [who, by] of Object.entries(strangers)) {
      if (who === 'a colleague who sees their own') continue;
      const answer = await by.call(route.method, pathOf(route, '') + query, {
        ...(body && { body }),
      });
      if (codeOf(answer) !== '422 reference_not_found') {
        found.push(`${told(route)} by ${who}: ${codeOf(answer)}`);
      }
    }
  }
  expect(found).toEqual([]);
});

test('takes nothing of a user from anybody else', async () => {
  const found: string[] = [];
  for (const { route, rule } of ruled('refused')) {
    for (const [who, by] of Object.entries(strangers)) {
      const answer = await by.call(route.method, pathOf(route, ''), { body: rule.body() });
      if (codeOf(answer) !== rule.refused) found.push(`${told(route)} by ${who}`);
    }
  }
  expect(found).toEqual([]);
});

test('shows no price to those who may see none', async () => {
  const found: string[] = [];
  for (const route of routes) {
    const rule = ruleOf(route);
    if (!rule || typeof rule === 'string' || 'points' in rule || route.method !== 'GET') continue;
    const kind = 'record' in rule ? rule.record : 'company' in rule ? rule.company : undefined;
    const id = kind === undefined ? '' : made[kind].id;
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
