import { RouteTable } from '@quittance/http/host';
import type { PortalDirectory } from '@quittance/portal';
import { SHOWN_RESOURCES } from '@quittance/portal/testing';
import { startPortalApi, type TestApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { PREFIX } from '../portal-people.js';

let t: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startPortalApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

/**
 * What a route that reads shows, by the beginning of its path behind the prefix, as the matrix of
 * staff calls it. The longest beginning counts: a route of a new one has to say it here.
 */
type Shown = Readonly<Record<string, string>>;

/** Of all directories: what is the user's own. */
const OWN: Shown = {
  auth: 'portal-users',
  events: 'portal-users',
  me: 'portal-users',
  notifications: 'portal-users',
  'push-subscriptions': 'portal-users',
  uploads: 'documents',
};

const SHOWN: Readonly<Record<PortalDirectory, Shown>> = {
  customer: {
    ...OWN,
    'account-manager': 'accounts',
    accounts: 'accounts',
    activity: 'quotes sales-orders invoices payments cases',
    addresses: 'accounts',
    'approval-rules': 'portal-users',
    approvals: 'portal-users quotes sales-orders subscriptions',
    assets: 'assets',
    cart: 'products',
    cases: 'cases',
    catalogue: 'products',
    categories: 'products',
    colleagues: 'portal-users contacts',
    contracts: 'contracts',
    credit: 'credit-checks',
    'credit-notes': 'credit-notes',
    dashboard: 'quotes sales-orders subscriptions invoices cases',
    documents: 'documents',
    faq: 'knowledge',
    'favourite-lists': 'products',
    fields: 'accounts',
    invoices: 'invoices',
    knowledge: 'knowledge',
    orders: 'sales-orders',
    payments: 'payments',
    plans: 'products',
    'quote-requests': 'self-service-quotes',
    quotes: 'quotes',
    search: 'products quotes sales-orders contracts invoices cases knowledge documents',
    statement: 'invoices payments credit-notes',
    subscriptions: 'subscriptions',
  },
  partner: {
    ...OWN,
    colleagues: 'portal-users',
    'commission-statements': 'commissions',
    commissions: 'commissions',
    customers: 'accounts',
    dashboard: 'deal-registrations quotes sales-orders commissions',
    'deal-registrations': 'deal-registrations',
    documents: 'documents',
    fields: 'deal-registrations',
    orders: 'sales-orders',
    quotes: 'quotes',
    search: 'accounts deal-registrations quotes sales-orders',
  },
  vendor: {
    ...OWN,
    documents: 'documents',
    // What the company has stored of it, and where it is paid to.
    'me/company': 'vendors ledger-accounts',
    search: 'documents',
  },
};

const directories = Object.keys(SHOWN) as PortalDirectory[];

/** Paths of the routes that read at a portal, behind its prefix. */
const readsOf = (directory: PortalDirectory) =>
  api.app
    .get(RouteTable)
    .all()
    .filter(({ method, policy }) => method === 'GET' && policy.kind === 'portal')
    .filter(({ path }) => path.startsWith(`${PREFIX[directory]}/`))
    .map(({ path }) => path.slice(PREFIX[directory].length + 1));

/** The longest beginning of a path that has something to say. */
function ruleOf(path: string, shown: Shown): string | undefined {
  const parts = path.split('/');
  const begins = parts.map((_, n) => parts.slice(0, parts.length - n).join('/'));
  return begins.find((each) => each in shown);
}

describe.each(directories)('of the %s portal', (directory) => {
  test('whoever looks on sees as staff whatever a route shows', () => {
    const shown = SHOWN[directory];
    const paths = readsOf(directory);
    expect(paths.length).toBeGreaterThan(8);
    const rules = paths.map((path) => [path, ruleOf(path, shown)] as const);
    // A route that nobody has said anything of, and something said of no route.
    expect(rules.filter(([, rule]) => rule === undefined).map(([path]) => path)).toEqual([]);
    const met = new Set(rules.map(([, rule]) => rule));
    expect(Object.keys(shown).filter((rule) => !met.has(rule))).toEqual([]);
    const asked = new Set(SHOWN_RESOURCES[directory]);
    const missing = Object.entries(shown).flatMap(([rule, resources]) =>
      resources
        .split(' ')
        .filter((each) => !asked.has(each))
        .map((each) => `${rule} shows ${each}`),
    );
    expect(missing).toEqual([]);
  });
});
