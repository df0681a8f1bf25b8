import type { UsageName, UsageProps } from '@quittance/analytics/host';
import { PREFIXES } from '../identity/directories.js';

/** What an answer of a route is noted as. */
export interface Noted {
  readonly name: UsageName;
  /** The object of the record in the address. */
  readonly object?: string;
  readonly props?: UsageProps;
  /** Where the answer says whom, and of which session. */
  readonly signsIn?: true;
  /** Noted where the answer has some of these alone. */
  readonly shows?: string;
  /** In its place, where the request searches. */
  readonly searched?: true;
}

/** Pages of lists and sums, by the first part of their address. */
const PAGES = {
  customer: [
    'assets',
    'cases',
    'contracts',
    'credit',
    'dashboard',
    'documents',
    'faq',
    'invoices',
    'knowledge',
    'orders',
    'payments',
    'quote-requests',
    'quotes',
    'statement',
    'subscriptions',
  ],
  partner: [
    'commission-statements',
    'commissions',
    'customers',
    'dashboard',
    'deal-registrations',
    'orders',
    'quotes',
  ],
  vendor: ['dashboard'],
} as const;

const document = (object: string): Noted => ({ name: 'document_downloaded', object });
const CART: Noted = { name: 'cart_changed' };

/** Of the customer's portal, below its prefix. */
const CUSTOMER: Readonly<Record<string, Noted>> = {
  'GET /catalogue': { name: 'catalogue_viewed', searched: true },
  'GET /catalogue/lookup': { name: 'searched' },
  'GET /catalogue/:id': { name: 'product_viewed', object: 'product' },
  'GET /search': { name: 'searched' },
  'PUT /cart': CART,
  'DELETE /cart': CART,
  'PUT /cart/lines/:lineId': CART,
  'DELETE /cart/lines/:lineId': CART,
  'POST /cart/quick-order': CART,
  'POST /cart/from/favourite-list/:id': CART,
  'POST /cart/from/order/:id': CART,
  'POST /cart/from/quote/:id': CART,
  'POST /orders/:id/reorder': CART,
  'POST /cart/checkout': { name: 'checkout_started' },
  'GET /quotes/:id': { name: 'quote_viewed', object: 'quote' },
  'GET /quotes/:id/pdf': document('quote'),
  'GET /orders/:id/pdf': document('sales-order'),
  'GET /invoices/:id': { name: 'invoice_viewed', object: 'invoice' },
  'GET /invoices/:id/pdf': document('invoice'),
  'GET /payments/:id/receipt': document('payment'),
  'GET /documents/:id/file': document('document'),
  'POST /payments/checkout': { name: 'pay_started' },
  'GET /knowledge/suggest': { name: 'article_suggested', shows: 'articles' },
  'GET /knowledge/:id': { name: 'article_opened', object: 'knowledge' },
};

const SIGN_IN: Noted = { name: 'signed_in', signsIn: true };

/** By method and address: each of these is noted when it is answered, and no other. */
export const NOTED: ReadonlyMap<string, Noted> = new Map([
  ['POST /payments/checkout', { name: 'pay_started' }],
  ...Object.entries(PREFIXES).flatMap(([directory, prefix]): [string, Noted][] => [
    ...PAGES[directory as keyof typeof PAGES].map((page): [string, Noted] => [
      `GET /${prefix}/${page}`,
      { name: 'page_viewed', props: { page } },
    ]),
    ...['login', 'choose', 'mfa/verify', 'invitation/accept'].map((step): [string, Noted] => [
      `POST /${prefix}/auth/${step}`,
      SIGN_IN,
    ]),
  ]),
  ...Object.entries(CUSTOMER).map(([route, noted]): [string, Noted] => [
    route.replace(' /', ` /${PREFIXES.customer}/`),
    noted,
  ]),
]);
