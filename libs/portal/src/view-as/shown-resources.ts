import type { PortalDirectory } from '../actors/portal-actor.js';

/** Of what each portal shows records, as the matrix of staff calls it. */
export const SHOWN_RESOURCES: Readonly<Record<PortalDirectory, readonly string[]>> = {
  customer: [
    'portal-users',
    'accounts',
    'contacts',
    'products',
    'quotes',
    'self-service-quotes',
    'sales-orders',
    'contracts',
    'subscriptions',
    'assets',
    'invoices',
    'payments',
    'credit-notes',
    'credit-checks',
    'documents',
    'cases',
    'knowledge',
  ],
  partner: [
    'portal-users',
    'ledger-accounts',
    'accounts',
    'deal-registrations',
    'quotes',
    'sales-orders',
    'commissions',
    'documents',
  ],
  vendor: [
    'portal-users',
    'ledger-accounts',
    'vendors',
    'rfqs',
    'purchase-orders',
    'goods-receipts',
    'vendor-bills',
    'documents',
  ],
};
