import { listOf, RouteTable, type Route } from '@quittance/http/host';
import type { PortalDirectory } from '@quittance/portal';
import { DEEP, sampled } from '../../../../test/support/tier.js';
import { nameOf, operationOf, type OpenApi } from '../../../../test/support/watch/open-api.js';
import { ALL_RIGHTS, CustomerStage } from '../customer-stage.js';
import { codeOf, PREFIX, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

/**
 * What the document says that a list of a portal takes is what it takes: each field that it names
 * is asked for, and each that it does not name, of all that lists of the product have.
 */

let stage: PortalStage;
let document: OpenApi;
let lists: readonly Route[];
const ids: Record<string, string> = {};
const own = {} as Record<PortalDirectory, PortalClient>;
/** Every name that any list of the product has. */
let everyName: readonly string[];

beforeAll(async () => {
  stage = await PortalStage.open();
  document = (await stage.portal.call('GET', '/openapi.json')).body as OpenApi;
  const acme = await CustomerStage.of(stage);
  const kinds = { customer: null, partner: 'partner', vendor: 'supplier' } as const;
  for (const [directory, kind] of Object.entries(kinds) as [PortalDirectory, string | null][]) {
    const partyId = kind
      ? (await acme.made('/ledger-accounts', { name: 'Party', kind })).id
      : await acme.account('Acme');
    const permissions = Object.fromEntries(ALL_RIGHTS.map((right) => [right, true]));
    const user = { directory, partyId, role: 'Admin', permissions };
    own[directory] = await acme.people.enter(await acme.people.user(user as never), directory);
    if (kind) continue;
    ids.quotes = (await acme.quote(partyId)).id;
    ids.orders = (await acme.order(partyId)).id;
  }
  const routes = (app: typeof stage.portal.app) => app.get(RouteTable).all();
  const isList = ({ handler, method }: Route) => method === 'GET' && listOf(handler) !== undefined;
  lists = routes(stage.portal.app).filter(isList);
  const all = [...lists, ...routes(stage.staff.app).filter(isList)];
  everyName = [
    ...new Set(all.flatMap(({ handler }) => Object.keys(listOf(handler)?.fields ?? {}))),
  ];
});
afterAll(() => stage.close());

const textOf = (route: Route, name: string): string =>
  operationOf(document, route).parameters?.find((each) => each.name === name)?.description ?? '';

/** The names behind a word of the text. */
function named(text: string, word = 'Fields: '): readonly string[] {
  const [, rest = ''] = text.split(word);
  const [names = ''] = rest.split(/[.;](?: |$)/);
  return names === 'none' ? [] : names.split(', ');
}

function by({ path }: Route) {
  const directories = Object.keys(PREFIX) as PortalDirectory[];
  const directory = directories.find((each) => path.startsWith(`${PREFIX[each]}/`));
  if (!directory) throw new Error(path);
  const place = path.slice(PREFIX[directory].length);
  const [, noun = ''] = place.split('/');
  return (query: string) =>
    own[directory].call('GET', `${place.replace(':id', ids[noun] ?? '')}?${query}`);
}

const portions = (names: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(names.length / size) }, (_, i) =>
    names.slice(size * i, size * (i + 1)),
  );

/** Which of these are refused where they are asked for so, by the places that the refusals name. */
async function refusedOf(
  ask: ReturnType<typeof by>,
  names: readonly string[],
  parameter: 'sort' | 'filter' | 'groupBy',
): Promise<readonly string[]> {
  const refused: string[] = [];
  const size = { sort: 5, filter: 50, groupBy: 1 }[parameter];
  for (const some of portions(names, size)) {
    const values = {
      sort: () => some.join(),
      filter: () => JSON.stringify({ or: some.map((field) => ({ field, op: 'isSet' })) }),
      groupBy: () => some.join(),
    };
    const answer = await ask(`${parameter}=${encodeURIComponent(values[parameter]())}`);
    const { errors = [] } = (answer.body ?? {}) as {
      errors?: { pointer?: string; message: string }[];
    };
    if (answer.status === 200) continue;
    if (codeOf(answer) !== '400 invalid_list_request') refused.push(codeOf(answer));
    else if (parameter === 'groupBy') refused.push(...some);
    else if (parameter === 'sort') {
      refused.push(...some.filter((name) => errors.some((e) => e.message.startsWith(`${name} `))));
    } else {
      const at = errors.map(({ pointer }) => Number(pointer?.split('/')[2]));
      refused.push(...some.filter((_, i) => at.includes(i)));
    }
  }
  return refused;
}

const isDownload = ({ path }: Route) => path.endsWith('/export');
const askedLists = () => sampled(lists.filter((each) => !isDownload(each)));

test.each(['sort', 'filter'] as const)(
  '%s of each list takes what is named and no more',
  async (p) => {
    const wrong: string[] = [];
    expect(lists.length).toBeGreaterThan(25);
    for (const route of askedLists()) {
      const names = named(textOf(route, p));
      if (names.length === 0) wrong.push(`${nameOf(route)} names nothing`);
      const others = everyName.filter((name) => !names.includes(name));
      const refused = await refusedOf(by(route), [...names, ...others], p);
      const differs = refused.filter((name) => names.includes(name) || !others.includes(name));
      const taken = others.filter((name) => !refused.includes(name));
      if (differs.length + taken.length > 0) {
        wrong.push(`${nameOf(route)} refuses ${differs}, takes ${taken}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

test('groups of each list are by what is named and no more', async () => {
  const wrong: string[] = [];
  for (const route of askedLists()) {
    const names = named(textOf(route, 'groupBy'));
    const fields = named(textOf(route, 'filter'));
    const ofTime = /(At|Date|On|Until|Start|End)$/;
    const key = (name: string) => (ofTime.test(name) ? `${name}:month` : name);
    const refused = await refusedOf(by(route), fields.map(key), 'groupBy');
    const taken = fields.filter((name) => !refused.includes(key(name)));
    if (taken.join() !== names.join()) wrong.push(`${nameOf(route)}: ${taken} not ${names}`);
  }
  expect(wrong).toEqual([]);
});

test('what is told of groups is of the fields that are named', async () => {
  const wrong: string[] = [];
  for (const route of askedLists()) {
    const text = textOf(route, 'aggregate');
    const [key = ''] = named(textOf(route, 'groupBy'));
    for (const [fn, word] of [
      ['sum', 'sum and avg: '],
      ['max', 'min and max: '],
    ] as const) {
      const names = named(text, word);
      for (const name of named(textOf(route, 'filter'))) {
        const { status } = await by(route)(`groupBy=${key}&aggregate=${fn}:${name}`);
        if ((status === 200) !== names.includes(name)) {
          wrong.push(`${nameOf(route)} ${fn}:${name} is ${status}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('a download says what its list says', () => {
  for (const route of lists.filter(isDownload)) {
    const path = route.path.replace(/\/export$/, '');
    const list = lists.find((each) => each.path === path);
    expect([nameOf(route), textOf(route, 'sort')]).toEqual([
      nameOf(route),
      list && textOf(list, 'sort'),
    ]);
  }
});

test('what a row points at is named where it is taken, and nothing of it elsewhere', async () => {
  const wrong: string[] = [];
  let looked = 0;
  for (const route of askedLists()) {
    const text = textOf(route, 'filter');
    const [, told = ''] = text.split('as the list of those takes it: ');
    const names = told.split(', ').flatMap((name) => name.match(/^(\w+)\.…/)?.[1] ?? []);
    const pointers = named(text).filter((name) => name.endsWith('Id'));
    for (const pointer of [...pointers, 'ownerId']) {
      const name = pointer.replace(/Id$/, '');
      const answers = await Promise.all(
        ['id', 'number', 'name'].map((there) => by(route)(`sort=${name}.${there}`)),
      );
      const isTaken = answers.some(({ status }) => status === 200);
      if (isTaken !== names.includes(name)) wrong.push(`${nameOf(route)} ${name}`);
      if (isTaken) looked += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(looked).toBeGreaterThan(DEEP ? 10 : -1);
});
