import { type ListNarrowing, sight } from '@quittance/lists';
import { type Permissions } from '@quittance/kernel';

/** The row of the role matrix that the events of an object belong to. */
const RESOURCE_OF: ReadonlyMap<string, string> = new Map([
  ['account', 'accounts'],
  ['activity', 'activities'],
  ['asset', 'assets'],
  ['billing-run', 'billing-schedules'],
  ['billing-schedule', 'billing-schedules'],
  ['campaign', 'campaigns'],
  ['case', 'cases'],
  ['checkout', 'payments'],
  ['commission', 'commissions'],
  ['commission-statement', 'commissions'],
  ['company', 'company'],
  ['contact', 'contacts'],
  ['contract', 'contracts'],
  ['credit-check', 'credit-checks'],
  ['credit-hold', 'credit-holds'],
  ['credit-note', 'credit-notes'],
  ['credit-override', 'credit-overrides'],
  ['currency', 'masters'],
  ['deal', 'deals'],
  ['deal-registration', 'deal-registrations'],
  ['distance-sales', 'reports'],
  ['dunning-pause', 'dunning'],
  ['dunning-run', 'dunning'],
  ['dunning-schedule', 'dunning'],
  ['email-template', 'email-templates'],
  ['exchange-rate', 'masters'],
  ['invoice', 'invoices'],
  ['knowledge', 'knowledge'],
  ['lead', 'leads'],
  ['ledger-account', 'ledger-accounts'],
  ['master', 'masters'],
  ['payment', 'payments'],
  ['pipeline', 'pipelines'],
  ['portal-approval', 'portal-users'],
  ['portal-user', 'portal-users'],
  ['price-book', 'pricebooks'],
  ['price-book-entry', 'pricebooks'],
  ['product', 'products'],
  ['quote', 'quotes'],
  ['quote-request', 'self-service-quotes'],
  ['role', 'roles'],
  ['sales-order', 'sales-orders'],
  ['subscription', 'subscriptions'],
  ['task', 'tasks'],
  ['tax-code', 'tax'],
  ['tax-exemption', 'tax'],
  ['tax-jurisdiction', 'tax'],
  ['tax-rate', 'tax'],
  ['tax-set-up', 'tax'],
  ['unapplied-receipt', 'payments'],
  ['user', 'users'],
  ['webhook', 'webhooks'],
]);

/** Whose records follow the scope of others as well, for whoever may look at those. */
const BESIDE: ReadonlyMap<string, readonly string[]> = new Map([
  ['credit-checks', ['accounts']],
  ['credit-holds', ['accounts']],
  ['credit-overrides', ['accounts']],
  ['dunning', ['invoices']],
  ['portal-users', ['accounts', 'ledger-accounts']],
  ['reports', ['tax', 'invoices']],
  ['self-service-quotes', ['accounts']],
]);

/** What the types that begin so tell of; `record.` and `document.` tell of anything. */
const RESOURCES_OF_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['account', ['accounts']],
  ['activity', ['activities']],
  ['approval', ['portal-users']],
  ['article', ['knowledge']],
  ['billing_run', ['billing-schedules']],
  ['campaign', ['campaigns']],
  ['case', ['cases']],
  ['commission', ['commissions']],
  ['commission_statement', ['commissions']],
  ['company', ['company']],
  ['contract', ['contracts']],
  ['credit_check', ['credit-checks']],
  ['credit_hold', ['credit-holds']],
  ['credit_note', ['credit-notes']],
  ['credit_override', ['credit-overrides']],
  ['deal', ['deals']],
  ['deal_registration', ['deal-registrations']],
  ['distance_sales', ['reports', 'tax', 'invoices']],
  ['dunning', ['dunning', 'invoices']],
  ['invoice', ['invoices']],
  ['lead', ['leads']],
  ['ledger_account', ['ledger-accounts']],
  ['order', ['sales-orders']],
  ['payment', ['payments']],
  ['portal_user', ['portal-users']],
  ['quote', ['quotes']],
  ['quote_request', ['self-service-quotes']],
  ['schedule', ['billing-schedules']],
  ['subscription', ['subscriptions']],
  ['task', ['tasks']],
  ['usage', ['subscriptions']],
  ['user', ['users']],
  ['vendor', ['ledger-accounts']],
  ['webhook', ['webhooks']],
]);

const CUSTOM_OBJECT = /__c$/;
const CUSTOM = 'objects/';

/**
 * The resources whose records events of a type show; null where that may be any, for
 * administrators.
 */
export function resourcesOfType(type: string): readonly string[] | null {
  return RESOURCES_OF_TYPES.get(type.slice(0, type.indexOf('.'))) ?? null;
}

/**
 * Whether the events of an object may be read: an event shows a whole record, whoever owns it, so
 * it takes the right to view all of them. Of an object that no row of the matrix is known for, and
 * of documents, which belong to records of all kinds, administrators read.
 */
export function maySeeEventsOf(permissions: Permissions, object: string | null): boolean {
  if (permissions.all) return true;
  const resource = object === null ? undefined : resourceOfObject(object);
  if (resource === undefined || !sight.whole(permissions, resource)) return false;
  return (BESIDE.get(resource) ?? []).every(
    (each) => !permissions.can(each, 'view') || permissions.scope(each, 'view') === 'all',
  );
}

/**
 * The objects whose events may be read, of those in the catalogue and the custom ones that are
 * named by their resources; null where all may.
 */
export function seenObjects(
  permissions: Permissions,
  custom: readonly { readonly key: string }[] = [],
): readonly string[] | null {
  if (permissions.all) return null;
  const own = custom.map(({ key }) => key.slice(CUSTOM.length));
  return [...RESOURCE_OF.keys(), ...own].filter((object) => maySeeEventsOf(permissions, object));
}

/** Narrows a list to what is about such objects. */
export const aboutObjects =
  (column: string, objects: readonly string[]): ListNarrowing =>
  (bind) =>
    `${column} = any (${bind(objects)}::text[])`;

/** The row of the role matrix that the records of an object belong to, where one is known. */
export function resourceOfObject(object: string): string | undefined {
  return RESOURCE_OF.get(object) ?? (CUSTOM_OBJECT.test(object) ? CUSTOM + object : undefined);
}
