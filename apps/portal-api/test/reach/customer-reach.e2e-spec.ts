import { listOf, RouteTable, type Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { PRICE_NAMES } from '@quittance/portal';
import { groupsOf, inThrees } from '../../../../test/support/watch/groups-of-list.js';
import { nameOf } from '../../../../test/support/watch/open-api.js';
import { CustomerStage } from '../customer-stage.js';
import { PREFIX, codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';
import { plantReached } from './plant-reached.js';
import { made, RULES, type Rule } from './reach-rules.js';

/**
 * Every route of the customer's portal, asked by those whom a record is none of the business: of
 * another account, of a child and of a parent of it, and of another company. A route that is not
 * told here fails.
 */

/** What is told by the tests of signing in, of colleagues and of addresses. */
const IDENTITY = /^\w+ \/(accounts|addresses|auth|colleagues|me)(\/|$)/;

let stage: PortalStage;
let own: PortalClient;
let blind: PortalClient;
let ownAccount: string;
let routes: readonly Route[];
const strangers: Record<string, PortalClient> = {};

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
  await plantReached(acme, own, account);
  routes = stage.portal.app
    .get(RouteTable)
    .all()
    .filter(({ policy }) => policy.kind === 'portal')
    .filter(({ path }) => path.startsWith(`${PREFIX.customer}/`));
});
afterAll(() => stage.close());

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
    .replace(':productId', made.product.id)
    .replace(':imageId', newId());

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

/** Lists of what is reached, with what may be asked of their groups by whoever sees all. */
function grouped() {
  return ruled('hides').flatMap(({ route, rule }) => {
    const definition = rule.query ? undefined : listOf(route.handler);
    return definition && !route.path.endsWith('/export')
      ? [{ route, rule, groups: groupsOf(definition.fields) }]
      : [];
  });
}

test('counts strangers nothing of it in groups, and labels nothing', async () => {
  const found: string[] = [];
  expect(grouped().length).toBeGreaterThan(5);
  for (const { route, rule, groups } of grouped()) {
    const words = rule.hides.flatMap((kind) => made[kind].words);
    // Of the fields of the list those that are shown at all.
    const shown = await Promise.all(
      groups.keys.map(async (key) => {
        const { status } = await own.call('GET', `${pathOf(route, '')}?groupBy=${key}`);
        return status === 200 ? [key] : [];
      }),
    );
    const threes = inThrees(shown.flat());
    if (threes.length === 0) found.push(`${told(route)} is grouped by nothing`);
    // Reach is that of the rows, which everybody is asked about above: here each asks a share.
    const askers = strangersTo(route);
    for (const [i, query] of ['', ...threes.map((three) => `&groupBy=${three}`)].entries()) {
      const [who, by] = askers[i % askers.length] as (typeof askers)[number];
      const path = `${pathOf(route, '')}?display=true${query}`;
      const { status, body } = await by.call('GET', path);
      const isTold = words.some((word) => JSON.stringify(body ?? '').includes(word));
      if (status !== 200 || isTold) found.push(`${told(route)} ${query} by ${who} is ${status}`);
    }
  }
  expect(found).toEqual([]);
});

interface Fault {
  readonly parameter: string;
  readonly code: string;
}

test('names, groups, sums, filters and sorts by no price for those who see none', async () => {
  const found: string[] = [];
  const isPrice = (each: string) => PRICE_NAMES.has(each.split(':').at(-1) ?? '');
  for (const { route, groups } of grouped()) {
    const grouping = groups.keys.filter(isPrice);
    const sums = groups.aggregates.split(',').filter(isPrice);
    const names = [...new Set([...grouping, ...sums].map((each) => each.split(':').at(-1) ?? ''))];
    if (names.length === 0) continue;
    const or = names.map((field) => ({ field, op: 'isSet' }));
    const asked: [Record<string, string>, string, number][] = [
      [{ groupBy: 'id', aggregate: sums.join() }, 'aggregate', sums.length],
      [{ fields: names.join() }, 'fields', names.length],
      [{ sort: names.slice(0, 5).join() }, 'sort', Math.min(names.length, 5)],
      [{ filter: JSON.stringify({ or }) }, 'filter', names.length],
      [{ groupBy: grouping.slice(0, 3).join() }, 'groupBy', Math.min(grouping.length, 3)],
    ];
    for (const [query, parameter, times] of asked.filter(([, , count]) => count > 0)) {
      const search = new URLSearchParams(query).toString();
      const { body } = await blind.call('GET', `${pathOf(route, '')}?${search}`);
      const { status, errors = [] } = body as { status: number; errors?: Fault[] };
      const unknown = errors.filter((e) => e.parameter === parameter && e.code === 'unknown_field');
      if (status !== 400 || unknown.length < times) found.push(`${told(route)}?${search}`);
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
