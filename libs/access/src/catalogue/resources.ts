/** What can be done to a resource; a role holds a set of them for each. */
export const ACTIONS = [
  'view',
  'create',
  'update',
  'delete',
  'approve',
  'export',
  'import',
  'print',
  'bulk_update',
  'share',
  'clone',
] as const;
export type Action = (typeof ACTIONS)[number];

/** Rights outside the matrix, given to a role as a whole; `viewAs`: see a portal as its users do. */
export const GRANTS = ['customization', 'roles', 'viewAs'] as const;
export type Grant = (typeof GRANTS)[number];

/** Which records of a resource a role reaches: all, those of the user's team, or the user's own. */
export const SCOPES = ['all', 'team', 'own'] as const;
export type Scope = (typeof SCOPES)[number];

export interface ResourceGroup {
  readonly key: string;
  readonly label: string;
  /** Resource names with their labels, in the order of the navigation. */
  readonly resources: Readonly<Record<string, string>>;
}

/** The navigation catalogue: every resource of the role matrix, in groups. */
export const RESOURCE_GROUPS: readonly ResourceGroup[] = [
  {
    key: 'sales',
    label: 'Sales',
    resources: {
      leads: 'Leads',
      accounts: 'Accounts',
      contacts: 'Contacts',
      deals: 'Deals',
      opportunities: 'Opportunities',
      pipelines: 'Pipelines',
      forecast: 'Forecast',
      campaigns: 'Campaigns',
      quotes: 'Quotes',
      'sales-orders': 'Sales orders',
      contracts: 'Contracts',
      subscriptions: 'Subscriptions',
      'deal-registrations': 'Deal registrations',
      commissions: 'Commissions',
      'self-service-quotes': 'Self-service quotes',
    },
  },
  {
    key: 'service',
    label: 'Service',
    resources: {
      cases: 'Cases',
      knowledge: 'Knowledge',
      activities: 'Activities',
      tasks: 'Tasks',
      assets: 'Assets',
      documents: 'Documents',
    },
  },
  {
    key: 'catalogue',
    label: 'Catalogue',
    resources: {
      products: 'Products',
      'product-costs': 'Costs of products',
      pricebooks: 'Price books',
    },
  },
  {
    key: 'billing',
    label: 'Billing',
    resources: {
      invoices: 'Invoices',
      payments: 'Payments',
      'credit-notes': 'Credit notes',
      'billing-schedules': 'Billing schedules',
      dunning: 'Dunning',
      tax: 'Tax',
      'ledger-accounts': 'Ledger accounts',
    },
  },
  {
    key: 'credit',
    label: 'Credit',
    resources: {
      'credit-checks': 'Credit checks',
      'credit-holds': 'Credit holds',
      'credit-overrides': 'Credit overrides',
    },
  },
  {
    key: 'purchasing',
    label: 'Purchasing',
    resources: {
      vendors: 'Vendors',
      rfqs: 'Requests for quotation',
      'purchase-orders': 'Purchase orders',
      'goods-receipts': 'Goods receipts',
      'put-away': 'Put-away',
      'vendor-bills': 'Vendor bills',
      'warehouse-locations': 'Warehouse locations',
      stock: 'Stock',
    },
  },
  {
    key: 'portals',
    label: 'Portals',
    resources: { 'portal-users': 'Portal users', 'portal-analytics': 'Portal analytics' },
  },
  {
    key: 'insight',
    label: 'Insight',
    resources: { reports: 'Reports', dashboards: 'Dashboards' },
  },
  {
    key: 'administration',
    label: 'Administration',
    resources: {
      masters: 'Masters',
      webhooks: 'Webhooks and events',
      workflows: 'Workflows',
      users: 'Users',
      roles: 'Roles',
      company: 'Company',
      connectors: 'Connectors',
      'email-templates': 'E-mail templates',
      emails: 'E-mails sent',
      'audit-log': 'Audit log',
    },
  },
];

/** The name of every resource of the catalogue. */
export const RESOURCES: readonly string[] = RESOURCE_GROUPS.flatMap(({ resources }) =>
  Object.keys(resources),
);

const KNOWN = new Set(RESOURCES);

/** Their records have an owner, so a role may reach its team's or its user's own only. */
const OWNED: ReadonlySet<string> = new Set([
  'leads',
  'accounts',
  'contacts',
  'deals',
  'opportunities',
  'forecast',
  'campaigns',
  'quotes',
  'sales-orders',
  'contracts',
  'subscriptions',
  'cases',
  'activities',
  'tasks',
  'assets',
  'pipelines',
  'knowledge',
  'products',
  'pricebooks',
  'ledger-accounts',
]);

/**
 * Their records are about accounts and belong to whom those belong to, so that a role may reach its
 * team's or its user's own as well.
 */
const OF_ACCOUNTS: ReadonlySet<string> = new Set([
  'invoices',
  'payments',
  'credit-notes',
  'billing-schedules',
  'dunning',
  'credit-checks',
  'credit-holds',
  'credit-overrides',
  'portal-users',
  'self-service-quotes',
  'deal-registrations',
  'commissions',
  'reports',
  'tax',
]);
const CUSTOM_OBJECT = /^objects\/[A-Za-z][A-Za-z0-9_]{0,62}$/;

/**
 * Whether a role may name it: a resource of the catalogue or a custom object (`objects/{apiName}`).
 */
export function isResource(name: string): boolean {
  return KNOWN.has(name) || CUSTOM_OBJECT.test(name);
}

/**
 * Whether its records have an owner, or their account has. Elsewhere a narrower scope than `all`
 * would bind nobody.
 */
export function hasOwners(resource: string): boolean {
  return OWNED.has(resource) || ofAccounts(resource) || CUSTOM_OBJECT.test(resource);
}

/** Whether its records belong to whom their account belongs to. */
export function ofAccounts(resource: string): boolean {
  return OF_ACCOUNTS.has(resource);
}
