import {
  ACTIONS,
  CreateApiKey,
  CreateRole,
  CreateUser,
  RESOURCES,
  type Action,
  type ApiKeyId,
  type Grant,
  type Matrix,
} from '@quittance/access';
import { newId } from '@quittance/kernel';
import type { StaffClient, TestStaffApi } from '../../../test/support/test-api.js';
import type { TestDatabase } from '../../../test/support/test-database.js';

/** What a caller must hold for a request. */
export type Needed =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'grant'; readonly grant: Grant }
  | { readonly kind: 'rights'; readonly resource: string; readonly actions: readonly Action[] };

/** Routes without sign-in: each is here because somebody decided so. */
export const PUBLIC = [
  'GET /auth/password/set',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/password/forgot',
  'POST /auth/password/reset',
  'POST /auth/refresh',
  'POST /payments/webhook/:provider',
];

/** About the caller, and what everybody may read. */
const SIGNED_IN = [
  'GET /auth/me',
  'GET /auth/permissions',
  'GET /navigation',
  'GET /numbering',
  // They ask for the right to see the documents whose numbers they explain.
  'GET /numbering/:type/ledger',
  'GET /numbering/:type/ledger/proof',
  'POST /auth/password',
  'POST /numbering/preview',
];

const GRANTED: Readonly<Record<string, Grant>> = { 'PUT /numbering/:type': 'customization' };

/** Paths that are not about the resource they begin with. */
const RESOURCE_OF: readonly [pattern: RegExp, resource: string][] = [
  [/^\/api-keys\b/, 'users'],
  [/^\/billing-runs\b/, 'billing-schedules'],
  [/^\/events\b/, 'webhooks'],
  [/^\/invoices\/:id\/payments$/, 'payments'],
  [/^\/invoices\/:id\/dunning$/, 'dunning'],
];

/** Operations that ask for a right of their own, together with `view`, by the end of their path. */
const ASKED: Readonly<Record<string, Action>> = {
  import: 'import',
  clone: 'clone',
  bulk: 'bulk_update',
  pdf: 'print',
  print: 'print',
  'e-invoice': 'print',
  share: 'share',
};

/**
 * The rule of the role matrix, read from its description and not from the guards: what the method
 * and the path of a request ask of its caller.
 */
export function neededFor(method: string, path: string): Needed {
  const name = `${method === 'HEAD' ? 'GET' : method} ${path}`;
  if (PUBLIC.includes(name)) return { kind: 'nobody' };
  if (SIGNED_IN.includes(name)) return { kind: 'signed-in' };
  const grant = GRANTED[name];
  if (grant) return { kind: 'grant', grant };
  const [, other] = RESOURCE_OF.find(([pattern]) => pattern.test(path)) ?? [];
  const resource = other ?? path.split('/')[1] ?? '';
  const asked = ASKED[path.slice(path.lastIndexOf('/') + 1)];
  return { kind: 'rights', resource, actions: asked ? [asked, 'view'] : [derived(method, path)] };
}

function derived(method: string, path: string): Action {
  const byMethod: Readonly<Record<string, Action>> = {
    GET: 'view',
    HEAD: 'view',
    PUT: 'update',
    PATCH: 'update',
    DELETE: 'delete',
  };
  if (byMethod[method]) return byMethod[method];
  if (/\/(approve|reject)$/.test(path)) return 'approve';
  return path.includes('/:') ? 'update' : 'create';
}

/** Everything there is to hold, but this action on this resource. */
export function allBut(resource: string, action: Action): Matrix {
  const all = RESOURCES.map((name): [string, Action[]] => [name, [...ACTIONS]]);
  return { ...Object.fromEntries(all), [resource]: ACTIONS.filter((each) => each !== action) };
}

/** Somebody with one role, and an API key with the same role. */
export interface Member {
  readonly client: StaffClient;
  readonly key: string;
  readonly keyId: ApiKeyId;
}

export interface Rights {
  readonly matrix?: Matrix;
  readonly grants?: readonly Grant[];
}

/** Makes members of the API's company; the same rights are held by the same member. */
export function memberMaker(
  api: TestStaffApi,
  t: TestDatabase,
): (rights: Rights) => Promise<Member> {
  const { company } = api;
  const made = new Map<string, Promise<Member>>();
  const make = async (rights: Rights): Promise<Member> => {
    const role = await new CreateRole(t.db).execute(company, { name: newId(), ...rights });
    const person = { email: `${newId()}@example.com`, name: 'Mia Member', roleIds: [role.id] };
    const [user, { key, id: keyId }] = await Promise.all([
      new CreateUser(t.db).execute(company, person),
      new CreateApiKey(t.db).execute(company, { name: 'Key', roleId: role.id }),
    ]);
    return { client: api.client(company.companyId, user.id), key, keyId };
  };
  return (rights) => {
    const name = JSON.stringify(rights);
    const member = made.get(name) ?? make(rights);
    made.set(name, member);
    return member;
  };
}

/** Works through the items a few at a time, in order, and gathers what each has to say. */
export async function inBatches<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<readonly string[]>,
  width = 8,
): Promise<string[]> {
  const found: string[][] = items.map(() => []);
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) {
      found[i] = [...(await work(items[i] as Item))];
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return found.flat();
}
