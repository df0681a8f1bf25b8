import {
  ACTIONS,
  DeactivateUser,
  GRANTS,
  RESOURCES,
  RevokeApiKey,
  isResource,
} from '@quittance/access/host';
import type { Action } from '@quittance/access';
import { RouteTable, type Route } from '@quittance/http/host';
import { AccessTokens } from '@quittance/identity';
import { newId } from '@quittance/kernel';
import { badTokens } from '../../../../test/support/bad-tokens.js';
import { nameOf, operationOf, type OpenApi } from '../../../../test/support/watch/open-api.js';
import { servedRoutes } from '../../../../test/support/watch/served-routes.js';
import { sampled } from '../../../../test/support/tier.js';
import {
  startStaffApi,
  type Answer,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  CUSTOM_OBJECT,
  PUBLIC,
  allBut,
  inBatches,
  memberMaker,
  neededFor,
  type Member,
  type Needed,
  type Rights,
} from './access-support.js';
import { defineObject } from '../objects/objects-support.js';
import { pathWith, plantRecords, plantedAt } from '../objects/records-support.js';

/** The document and its page: no data of anybody. */
const DOCUMENTS = /^(GET|HEAD) \/(docs|openapi\.json)(\/|$)/;

const STREAM = 'GET /events/stream';

const EVERY_RIGHT = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));

let t: TestDatabase;
let api: TestStaffApi;
let member: (rights: Rights) => Promise<Member>;
/** Every route, and HEAD beside each GET. */
let routes: readonly Pick<Route, 'method' | 'path' | 'takesBody'>[];
let guarded: typeof routes;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  member = memberMaker(api, t);
  await defineObject(api.admin, CUSTOM_OBJECT);
  const stated = api.app.get(RouteTable).all();
  const heads = stated.filter(({ method }) => method === 'GET');
  routes = [...stated, ...heads.map((route) => ({ ...route, method: 'HEAD' }))];
  guarded = routes.filter(({ method, path }) => neededFor(method, path).kind !== 'nobody');
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** A request that gets past the guards and no further: no such record, nothing in its body. */
function ask(route: (typeof routes)[number], token: string | undefined): Promise<Answer> {
  const { method, path, takesBody } = route;
  const named = (prefix: string) => (prefix === '/objects/:apiName' ? CUSTOM_OBJECT : 'x');
  const at = pathWith(path, (prefix) => (/id$/i.test(prefix) ? newId() : named(prefix)));
  const signed: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  // The body is read before anybody is asked for a token: it must be of the form the route takes.
  if (/\/import(\/lines)?$/.test(path)) signed['content-type'] = 'text/csv';
  return api.call(method, at, { ...(takesBody ? { body: {} } : {}), headers: signed });
}

const said = ({ status, body }: Answer) => {
  const { code, resource, action } = (body ?? {}) as Record<string, string | undefined>;
  return [status, code, resource, action].filter(Boolean).join(' ');
};

async function refusedAsUnknown(
  token: string | undefined,
  why: string,
  among = guarded,
): Promise<string[]> {
  return inBatches(sampled(among), async (route) => {
    const answer = await ask(route, token);
    const expected = route.method === 'HEAD' ? '401' : '401 unauthenticated';
    return said(answer) === expected ? [] : [`${nameOf(route)} ${why}: ${said(answer)}`];
  });
}

/** Two routes may call the same place by different names. */
const shapeOf = (name: string) => name.replace(/:\w+(\|:\w+)*/g, ':');

describe('every route', () => {
  test('that the server answers to is in the table of routes', () => {
    const known = new Set(routes.map(nameOf).map(shapeOf));
    const strange = servedRoutes(api.app).filter(
      (name) => !known.has(shapeOf(name)) && !DOCUMENTS.test(name),
    );
    expect(strange).toEqual([]);
  });

  test('of the table is answered by the server', () => {
    const served = new Set(servedRoutes(api.app).map(shapeOf));
    expect(routes.map(nameOf).filter((name) => !served.has(shapeOf(name)))).toEqual([]);
  });

  test('is about a resource of the catalogue, unless it is listed as open', () => {
    const strange = guarded.filter(({ method, path }) => {
      const needed = neededFor(method, path);
      return needed.kind === 'rights' && !isResource(needed.resource);
    });
    expect(strange.map(nameOf)).toEqual([]);
  });

  test('without sign-in is listed as such', () => {
    const open = api.app
      .get(RouteTable)
      .all()
      .filter(({ policy }) => policy.kind === 'public');
    expect(open.map(nameOf).sort()).toEqual(PUBLIC);
  });
});

describe('the actions of the role matrix', () => {
  /** What each route of a guarded resource asks, by action. */
  const askers = () => {
    const found = new Map<string, string[]>(ACTIONS.map((action) => [action, []]));
    for (const { method, path, policy } of api.app.get(RouteTable).all()) {
      if (policy.kind !== 'resource') continue;
      for (const action of policy.actions) found.get(action)?.push(`${method} ${path}`);
    }
    return found;
  };

  test('are asked by the operations that they name, and by no other', () => {
    const ends: Partial<Record<Action, RegExp>> = {
      approve: /^POST .*\/(approve|reject|(undo-)?write-off)$/,
      import: /^POST .*\/import(\/lines)?$/,
      print: /^GET .*\/(pdf|print|e-invoice(-check)?)$/,
      bulk_update: /^POST .*\/(bulk|migrate)$/,
      share: /^(POST|DELETE) .*\/share$/,
      clone: /^POST .*\/clone$/,
      // To end a view takes the grant for it, and no right to delete a user.
      delete: /^DELETE (?!.*\/share$|\/view-as-sessions\/)/,
    };
    const stated = Object.entries(ends) as [Action, RegExp][];
    const names = (of: RegExp) =>
      api.app
        .get(RouteTable)
        .all()
        .filter(({ policy }) => policy.kind === 'resource')
        .map(nameOf)
        .filter((name) => of.test(name))
        .sort();
    const asked = askers();
    expect(stated.map(([action]) => [action, asked.get(action)?.sort()])).toEqual(
      stated.map(([action, of]) => [action, names(of)]),
    );
  });

  test('are all asked by some route', () => {
    const silent = [...askers()].filter(([, routes]) => routes.length === 0);
    expect(silent.map(([action]) => action)).toEqual([]);
  });
});

describe('nobody signed in', () => {
  test('is refused everywhere', async () => {
    expect(await refusedAsUnknown(undefined, 'without a token')).toEqual([]);
  });

  test('is refused with a token that is not good, whatever is wrong with it', async () => {
    const { userId: id, companyId } = api.admin;
    const sessionId = await api.admin.signedIn;
    const tokens = api.app.get(AccessTokens);
    const others = ['customer', 'partner', 'vendor'] as const;
    const bad = badTokens(tokens, { id, companyId, sessionId }, t.clock.now(), 'staff', others);
    const found: string[] = [];
    for (const [i, [why, token]] of Object.entries(bad).entries()) {
      // Each token at every fifth route, so that each route meets several: the guard is the same.
      const among = guarded.filter((_, j) => (i + j) % 5 === 0);
      found.push(...(await refusedAsUnknown(token, why, among)));
    }
    expect(found).toEqual([]);
  });

  test('is refused with a refresh token', async () => {
    const { body } = await api.call('POST', '/auth/login', { body: api.credentials });
    const { refreshToken } = body as { refreshToken: string };
    expect(await refusedAsUnknown(refreshToken, 'with a refresh token')).toEqual([]);
  });

  test('is refused at once when the user is deactivated, any key when it is revoked', async () => {
    const rights = { matrix: EVERY_RIGHT, grants: [...GRANTS] };
    const { client, key, keyId } = await member(rights);
    const token = client.token();
    expect((await client.call('GET', '/auth/me')).status).toBe(200);
    await new DeactivateUser(t.db).execute(api.company, client.userId);
    expect(await refusedAsUnknown(token, 'deactivated')).toEqual([]);
    const signed = { headers: { authorization: `Bearer ${key}` } };
    expect((await api.call('GET', '/auth/permissions', signed)).status).toBe(200);
    await new RevokeApiKey(t.db).execute(api.company, keyId);
    expect(await refusedAsUnknown(key, 'revoked')).toEqual([]);
  });
});

describe('a download of a list', () => {
  /** Where each list is asked for, with the resource it is of. */
  let lists: [url: string, resource: string][];

  beforeAll(async () => {
    const document = (await api.call('GET', '/openapi.json')).body as OpenApi;
    const planted = plantedAt(await plantRecords(t, api.admin));
    const all = api.app.get(RouteTable).all();
    const downloads = all.filter((route) => {
      const { responses } = operationOf(document, route);
      return responses['200']?.content?.['text/csv'] !== undefined;
    });
    lists = downloads.flatMap(({ method, path }): typeof lists => {
      const needed = neededFor(method, path);
      // What several resources are asked for is refused as every other route of them.
      if (needed.kind !== 'rights' || needed.beside || needed.also) return [];
      // The path names the custom object that is planted.
      const name = planted('/objects/:apiName');
      return [[pathWith(path, planted), needed.resource.replace(CUSTOM_OBJECT, name)]];
    });
  });

  test.each(['text/csv', 'application/x-ndjson'])('as %s needs view and export', async (accept) => {
    expect(lists.length).toBeGreaterThan(20);
    const found = await inBatches(sampled(lists), async ([url, resource]) => {
      const by = async (actions: readonly Action[]) => {
        const { client } = await member({ matrix: { [resource]: actions } });
        return said(await client.call('GET', url, { headers: { accept } }));
      };
      const words = [await by(['view']), await by(['export']), await by(['view', 'export'])];
      const refused = (action: string) => `403 permission_denied ${resource} ${action}`;
      const expected = [refused('export'), refused('view'), '200'];
      return words.join() === expected.join() ? [] : [`${url}: ${words.join()}`];
    });
    expect(found).toEqual([]);
  });
});

describe('a member', () => {
  test('who lacks the action is refused by its name, whatever else they hold', async () => {
    const found = await inBatches(sampled(guarded), async (route) => {
      const needed = neededFor(route.method, route.path);
      if (needed.kind !== 'rights') return [];
      const { resource } = needed;
      const wrong = needed.actions.map(async (action) => {
        const grants = GRANTS.filter((grant) => grant !== needed.or);
        const { client, key } = await member({ matrix: allBut(resource, action), grants });
        const answers = await Promise.all([ask(route, client.token()), ask(route, key)]);
        const expected = `403 permission_denied ${resource} ${action}`;
        return answers
          .map(said)
          .filter((words) => words !== (route.method === 'HEAD' ? '403' : expected))
          .map((words) => `${nameOf(route)} is answered with ${words}, not ${expected}`);
      });
      return (await Promise.all(wrong)).flat();
    });
    expect(found).toEqual([]);
  });

  test('who lacks what is asked of another resource as well is refused by that', async () => {
    const more = guarded.filter(({ method, path }) => besideOf(neededFor(method, path)));
    expect(more.length).toBeGreaterThan(30);
    const found = await inBatches(sampled(more), async (route) => {
      const beside = besideOf(neededFor(route.method, route.path));
      if (!beside) return [];
      const matrix = {
        ...allBut(beside.resource, beside.action),
        [`objects/${CUSTOM_OBJECT}`]: ACTIONS,
      };
      const { client } = await member({ matrix });
      const named = `403 permission_denied ${beside.resource} ${beside.action}`;
      const words = said(await ask(route, client.token()));
      return words === (route.method === 'HEAD' ? '403' : named)
        ? []
        : [`${nameOf(route)}: ${words}`];
    });
    expect(found).toEqual([]);
  });

  test('who holds the very action and nothing else is let through', async () => {
    const found = await inBatches(sampled(guarded), async (route) => {
      const needed = neededFor(route.method, route.path);
      if (needed.kind === 'rights' && needed.and === 'administrator') return [];
      const { client, key } = await member(justEnough(needed));
      const answers = await Promise.all([ask(route, client.token()), ask(route, key)]);
      return answers.flatMap((answer) => passage(route, answer));
    });
    expect(found).toEqual([]);
  });

  test('who holds a grant that does instead of the action needs no action', async () => {
    const found = await inBatches(sampled(guarded), async (route) => {
      const needed = neededFor(route.method, route.path);
      if (needed.kind !== 'rights' || !needed.or) return [];
      const { client } = await member({ grants: [needed.or] });
      return passage(route, await ask(route, client.token()));
    });
    expect(found).toEqual([]);
  });

  test('is refused what needs a grant or the Admin role beside the action', async () => {
    const more = guarded.filter(({ method, path }) => andOf(neededFor(method, path)));
    expect(more.length).toBeGreaterThan(4);
    const found = await inBatches(sampled(more), async (route) => {
      const needed = neededFor(route.method, route.path);
      if (needed.kind !== 'rights') return [];
      const grants = GRANTS.filter((grant) => grant !== needed.and);
      // Somebody of their own: who holds every right and grant was deactivated above.
      const { client } = await member({ matrix: allBut('stock', 'print'), grants });
      const words = said(await ask(route, client.token()));
      const expected =
        needed.and === 'administrator' ? '403 administrator_required' : '403 grant_required';
      const shown = route.method === 'HEAD' ? '403' : expected;
      return words === shown ? [] : [`${nameOf(route)}: ${words}`];
    });
    expect(found).toEqual([]);
  });

  test('without the grant is refused by its name, whatever rights they hold', async () => {
    const matrix = EVERY_RIGHT;
    const found = await inBatches(sampled(guarded), async (route) => {
      const needed = neededFor(route.method, route.path);
      if (needed.kind !== 'grant') return [];
      const { client } = await member({ matrix, grants: GRANTS.filter((g) => g !== needed.grant) });
      const words = said(await ask(route, client.token()));
      const named = `403 permission_denied ${needed.grant} grant`;
      const expected = route.method === 'HEAD' ? '403' : named;
      return words === expected ? [] : [`${nameOf(route)}: ${words}`];
    });
    expect(found).toEqual([]);
  });

  test('with no right at all reaches what needs none', async () => {
    const { client } = await member({});
    // Of the stream the head is asked for: the rest does not end.
    const open = guarded.filter(
      ({ method, path }) =>
        neededFor(method, path).kind === 'signed-in' && nameOf({ method, path }) !== STREAM,
    );
    expect(open.length).toBeGreaterThan(5);
    const found = await inBatches(sampled(open), async (route) =>
      passage(route, await ask(route, client.token())),
    );
    expect(found).toEqual([]);
  });
});

const besideOf = (needed: Needed) => (needed.kind === 'rights' ? needed.beside : undefined);
const andOf = (needed: Needed) => (needed.kind === 'rights' ? needed.and : undefined);

/** What the route asks and nothing else. */
function justEnough(needed: Needed): Rights {
  if (needed.kind === 'grant') return { grants: [needed.grant] };
  if (needed.kind !== 'rights') return {};
  const { actions, and, also, beside, resource } = needed;
  const grants = and && and !== 'administrator' ? [and] : [];
  const own = new Set([...actions, ...(also?.[resource] ?? [])]);
  const more = beside && { [beside.resource]: [beside.action] };
  return { matrix: { ...also, ...more, [resource]: [...own] }, grants };
}

/** What only people decide: the operation itself refuses a key, whatever rights it holds. */
const KEYS_REFUSED = /^403 switch_off_of_people$/;

/**
 * Past the guards: found or not, valid or not, but neither unknown nor refused, and never broken.
 */
function passage(route: (typeof routes)[number], answer: Answer): string[] {
  const name = nameOf(route);
  const refused = answer.status === 401 || answer.status === 403;
  const bad = (refused && !KEYS_REFUSED.test(said(answer))) || answer.status >= 500;
  return bad ? [`${name}: ${said(answer)}`] : [];
}
