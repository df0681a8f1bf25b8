import {
  ACTIONS,
  CreateApiKey,
  CreateRole,
  CreateUser,
  RESOURCES,
  type ApiKeyId,
  type Grant,
  type Matrix,
} from '@quittance/access/host';
import type { Action } from '@quittance/access';
import { newId } from '@quittance/kernel';
import type { StaffClient, TestStaffApi } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';

/** What a caller must hold for a request. */
export type Needed =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'grant'; readonly grant: Grant }
  | {
      readonly kind: 'rights';
      readonly resource: string;
      readonly actions: readonly Action[];
      /** The grant that does instead of the actions. */
      readonly or?: Grant;
      /** What is needed beside the actions: a grant, or the Admin role. */
      readonly and?: Grant | 'administrator';
      /** A right on another resource that the route asks as well. */
      readonly beside?: { readonly resource: string; readonly action: Action };
      /** What the operation asks of other resources, whose records it makes. */
      readonly also?: Readonly<Record<string, readonly Action[]>>;
    };

/** The custom object whose routes are asked for. */
export const CUSTOM_OBJECT = 'x__c';

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
  'PATCH /auth/me',
  'GET /auth/permissions',
  'GET /auth/sessions',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/:id',
  'GET /forms/:formId',
  'GET /currencies',
  'GET /currencies/:code',
  'GET /exchange-rates/convert',
  'GET /masters',
  'GET /masters/:type',
  'GET /masters/:type/:code',
  'GET /masters/:type/:code/children',
  'GET /navigation',
  // Objects that the caller may not view are left out.
  'GET /search',
  // Of records that the caller may not view nothing is told.
  'GET /events/stream',
  'GET /numbering',
  // They ask for the right to see the documents whose numbers they explain.
  'GET /numbering/:type/ledger',
  'GET /numbering/:type/ledger/proof',
  'POST /auth/password',
  'POST /customization/formulas/check',
  'POST /forms/:formId/submissions',
  'POST /numbering/preview',
];

const GRANTED: Readonly<Record<string, Grant>> = {
  'GET /forms/:formId/submissions': 'customization',
  'GET /forms/:formId/submissions/:id': 'customization',
  'POST /roles/what-if': 'roles',
  'PUT /numbering/:type': 'customization',
};

/** Paths whose writes a grant allows as well. */
const OR_GRANTED: Readonly<Record<string, Grant>> = {
  currencies: 'customization',
  masters: 'customization',
};

/** Operations that ask for a grant, or the Admin role, beside the right of the matrix. */
const ASKS_MORE: Readonly<Record<string, Grant | 'administrator'>> = {
  'POST /roles': 'roles',
  'PATCH /roles/:id': 'roles',
  'DELETE /roles/:id': 'roles',
  'POST /roles/:id/clone': 'roles',
  'POST /users/:id/invite': 'roles',
  'POST /api-keys': 'administrator',
  'GET /view-as-sessions': 'viewAs',
  'DELETE /view-as-sessions/:id': 'viewAs',
  'POST /portal-users/:id/view-as': 'viewAs',
};

/** Operations that make or delete other records ask for the rights to that. */
const ASKS_ELSEWHERE: Readonly<Record<string, Readonly<Record<string, readonly Action[]>>>> = {
  'POST /leads/:id/convert': { accounts: ['create'], contacts: ['create'], deals: ['create'] },
  'POST /accounts/:id/merge': { accounts: ['delete'] },
  'POST /sales-orders/:id/invoice': { invoices: ['create'] },
  'POST /sales-orders/:id/deposit': { invoices: ['create'] },
  'POST /deposits/:id/refund': { payments: ['create'] },
  'POST /billing-schedules/:id/cancel-within-period': { 'credit-notes': ['create'] },
  'POST /billing-schedules/:id/cancel-within-period/preview': { 'credit-notes': ['create'] },
  'POST /self-service-quotes/:id/quote': { quotes: ['create'] },
  'POST /dunning/late-charges': { invoices: ['create'] },
  'GET /quotes/:id/margin': { 'product-costs': ['view'] },
  'GET /reports/tax-documents': { invoices: ['view'], 'credit-notes': ['view'] },
  'GET /reports/tax-documents/export': { invoices: ['view'], 'credit-notes': ['view'] },
};

/** What each user has of their own. */
const OF_EVERYBODY = /^\/(views|record-approvals)\b/;

/** Paths that are not about the resource they begin with. */
const RESOURCE_OF: readonly [pattern: RegExp, resource: string][] = [
  // The path names the custom object.
  [/^\/objects\/:apiName\b/, `objects/${CUSTOM_OBJECT}`],
  [/^\/api-keys\b/, 'users'],
  [/^\/currencies\b/, 'masters'],
  [/^\/billing-runs\b/, 'billing-schedules'],
  [/^\/deposits\b/, 'invoices'],
  [/^\/events\b/, 'webhooks'],
  [/^\/exchange-rates\b/, 'masters'],
  [/^\/invoices\/:id\/payments(\/(export|lookup))?$/, 'payments'],
  [/^\/invoices\/:id\/dunning$/, 'dunning'],
  [/^\/accounts\/:id\/credit$/, 'credit-checks'],
  [/^\/portal-settings$/, 'company'],
  [/^\/portal-approvals\b/, 'portal-users'],
  [/^\/settings\/credit$/, 'company'],
  [/^\/settings\/(quote-approval|quotes)$/, 'company'],
  [/^\/quote-templates\b/, 'quotes'],
  [/^\/products\/:id\/costs$/, 'product-costs'],
  // Whoever may approve checks decides what is asked about them.
  [/^\/credit-overrides\/:id\/(approve|reject)$/, 'credit-checks'],
  [/^\/credit-checks\/:id\/override$/, 'credit-overrides'],
  // What moves are subscriptions.
  [/^\/plans\/:planId\/migrate$/, 'subscriptions'],
  [/^\/(plans|meters)\b/, 'products'],
  [/^\/usage-events\b/, 'subscriptions'],
  [/^\/view-as-sessions\b/, 'portal-users'],
  [/^\/(commission-plans|commission-statements|partner-members)\b/, 'commissions'],
];

/** Parameters that name a list and not a record of it. */
const COLLECTION = /^\/(masters\/:type|objects\/:apiName|credit-checks\/:id(?=\/override))/;

/** Operations that ask for a right of their own, together with `view`, by the end of their path. */
const ASKED: Readonly<Record<string, Action>> = {
  import: 'import',
  clone: 'clone',
  bulk: 'bulk_update',
  migrate: 'bulk_update',
  pdf: 'print',
  print: 'print',
  'e-invoice': 'print',
  'e-invoice-check': 'print',
  share: 'share',
  'write-off': 'approve',
  'undo-write-off': 'approve',
};

/** Downloads of lists by routes of their own; what the portals are used for is a list itself. */
const EXPORTS = /^GET \/(?!customization\/|portal-analytics\/export$).*\/export(\/lines)?$/;

/** Who looks on changes no user: the grant for it is what is asked beside looking at them. */
const LOOKS_ON = /^(POST \/portal-users\/:id\/view-as|DELETE \/view-as-sessions\/:id)$/;

/**
 * The rule of the role matrix, read from its description and not from the guards: what the method
 * and the path of a request ask of its caller.
 */
export function neededFor(method: string, path: string): Needed {
  const name = `${method === 'HEAD' ? 'GET' : method} ${path}`;
  if (PUBLIC.includes(name)) return { kind: 'nobody' };
  if (SIGNED_IN.includes(name) || OF_EVERYBODY.test(path)) return { kind: 'signed-in' };
  const grant = GRANTED[name] ?? customizing(method, path);
  if (grant) return { kind: 'grant', grant };
  if (path.startsWith('/customization/')) return { kind: 'signed-in' };
  const [, other] = RESOURCE_OF.find(([pattern]) => pattern.test(path)) ?? [];
  const head = path.split('/')[1] ?? '';
  const resource = other ?? head;
  // The lines of documents go with them, in one file.
  const [, end = ''] = /\/([^/]+?)(?:(?<=\/import)\/lines)?$/.exec(path) ?? [];
  const asked = EXPORTS.test(name) ? 'export' : ASKED[end];
  const own = LOOKS_ON.test(name) ? 'view' : derived(method, path);
  const actions: readonly Action[] = asked ? [asked, 'view'] : [own];
  const [or, and, also] = [OR_GRANTED[head], ASKS_MORE[name], ASKS_ELSEWHERE[name]];
  const beside = documentsOf(method, path);
  const more = { ...(or && { or }), ...(and && { and }), ...(also && { also }) };
  return { kind: 'rights', resource, actions, ...more, ...(beside && { beside }) };
}

/** The documents of a record are documents, too. */
function documentsOf(method: string, path: string) {
  const [, below] = /^\/.+(\/documents\b.*)$/.exec(path) ?? [];
  return below === undefined
    ? undefined
    : { resource: 'documents', action: derived(method, below) };
}

/** Metadata are read by everybody and written by whoever may customize. */
function customizing(method: string, path: string): Grant | undefined {
  if (!path.startsWith('/customization/')) return undefined;
  const reads =
    ['GET', 'HEAD'].includes(method) &&
    !/^\/customization\/(export|revisions|view-health)\b/.test(path);
  return reads ? undefined : 'customization';
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
  return path.replace(COLLECTION, '').includes('/:') ? 'update' : 'create';
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
    const client = api.client(company.companyId, user.id);
    await client.signedIn;
    return { client, key, keyId };
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

/** A few at once; what each of them comes to, one behind the other. */
export async function flatOf<Item, T>(
  items: readonly Item[],
  of: (item: Item) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = [];
  const left = [...items];
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      found.push(...(await of(item)));
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return found;
}

/** Long enough to stand for one record alone, and neither an id nor an instant. */
export function isTelling(value: unknown): value is string {
  if (typeof value !== 'string' || value.length < 5) return false;
  return !/^[0-9a-f]{8}-|^\d{4}-\d\d-\d\d|^[a-z_]+$|^-?[\d.]+$/.test(value);
}
