import { newId } from '@quittance/kernel';
import { previewToken } from '@quittance/portal/host';

/** What strangers are answered by a route. */
export type Rule =
  /** A record in the address: whoever does not reach it is answered as though there were none. */
  | { readonly record: Kind; readonly body?: () => object }
  /** A list, a sum or a download: nothing of the record is in it. */
  | {
      readonly hides: readonly Kind[];
      readonly query?: string;
      /** What a text to look for is called, unless it is `search`; nothing is shown without one. */
      readonly searched?: string;
      /** Not even its customer finds the record in it by its number. */
      readonly blank?: true;
    }
  /** A record in the body: it is not there. */
  | { readonly points: () => object }
  /** What all customers of the company are shown, and those of no other. */
  | { readonly company: Kind; readonly asked?: () => string }
  /** The account in the body or the query: whoever does not reach it finds none. */
  | { readonly account: (id: string) => { readonly body?: object; readonly query?: string } }
  /** Something of the user alone in the body: whoever else has it is refused so. */
  | { readonly refused: string; readonly body: () => object }
  /** Told by the tests of signing in and of colleagues. */
  | 'identity'
  /** What is kept for the caller alone, and names no record: told by tests of its own. */
  | 'own'
  /** Nobody's own: told by the tests of what it answers. */
  | 'everybody';

/** Of what there is a record. */
export type Kind =
  | 'account'
  | 'approval'
  | 'invoice'
  | 'payment'
  | 'creditNote'
  | 'quote'
  | 'quoteRequest'
  | 'contract'
  | 'order'
  | 'checkout'
  | 'subscription'
  | 'product'
  | 'plan'
  | 'cartLine'
  | 'favouriteList'
  | 'case'
  | 'asset'
  | 'document'
  | 'upload';

const STATED = '?from=2026-01-01&to=2026-12-31';
const reason = () => ({ reason: 'Because' });
const objection = () => ({ reason: 'other', message: 'Because' });
const version = () => ({ version: 1, reason: 'Because' });

const QUANTITY = () => ({ quantity: '2' });
const CART_OF = (accountId: string) => ({ query: `?accountId=${accountId}` });

/** What there is of the account, with words by which it would be known in a list. */
export const made = {} as Record<Kind, { readonly id: string; readonly words: readonly string[] }>;

/** Of each route of the customer's portal, by its method and its path behind the prefix. */
export const RULES: Readonly<Record<string, Rule>> = {
  'DELETE /cart': { account: CART_OF },
  'DELETE /cart/lines/:lineId': { record: 'cartLine' },
  'DELETE /favourite-lists/:id': { record: 'favouriteList' },
  'DELETE /favourite-lists/:id/items/:productId': { record: 'favouriteList' },
  'GET /cart': { hides: ['cartLine'] },
  'GET /catalogue': { company: 'product' },
  'GET /catalogue/:id': { company: 'product' },
  'GET /catalogue/lookup': { company: 'product', asked: () => `?q=${made.product.words[1]}` },
  'GET /catalogue/prices': { company: 'product', asked: () => `?ids=${made.product.id}` },
  'GET /catalogue/:id/images/:imageId': 'everybody',
  'GET /categories': { company: 'product' },
  'GET /plans': { company: 'plan' },
  'GET /favourite-lists': { hides: ['favouriteList'] },
  'GET /favourite-lists/:id': { record: 'favouriteList' },
  'GET /favourite-lists/:id/items': { record: 'favouriteList' },
  'PATCH /favourite-lists/:id': { record: 'favouriteList', body: () => ({ name: 'Mine' }) },
  'PATCH /favourite-lists/:id/items/:productId': { record: 'favouriteList', body: QUANTITY },
  'POST /cart/checkout': {
    refused: '422 validation_failed',
    body: () => ({ priceToken: made.cartLine.words[1] }),
  },
  'POST /cart/from/favourite-list/:id': { record: 'favouriteList' },
  'POST /cart/from/order/:id': { record: 'order' },
  'POST /cart/from/quote/:id': { record: 'quote' },
  'POST /cart/quick-order': { account: (accountId) => ({ body: { accountId, text: 'A 1' } }) },
  'POST /cart/request-quote': { account: (accountId) => ({ body: { accountId } }) },
  'POST /favourite-lists': { account: (accountId) => ({ body: { accountId, name: 'Theirs' } }) },
  'POST /favourite-lists/:id/items': {
    record: 'favouriteList',
    body: () => ({ productId: made.product.id, quantity: '1' }),
  },
  'POST /orders/:id/reorder': { record: 'order' },
  'PUT /cart': { account: (accountId) => ({ body: { accountId, lines: [] } }) },
  'PUT /cart/lines/:lineId': { record: 'cartLine', body: QUANTITY },
  'GET /contracts': { hides: ['contract'] },
  'GET /contracts/:id': { record: 'contract' },
  'GET /approval-rules': { hides: ['approval'], blank: true },
  'PUT /approval-rules': { points: () => ({ accountId: made.account.id, rules: [] }) },
  'GET /approvals': { hides: ['approval'] },
  'GET /approvals/:id': { record: 'approval' },
  'POST /approvals/:id/approve': { record: 'approval', body: () => ({ version: 1 }) },
  'POST /approvals/:id/reject': { record: 'approval', body: version },
  'POST /approvals/:id/withdraw': { record: 'approval', body: version },
  'GET /credit-notes': { hides: ['creditNote'] },
  'GET /credit-notes/:id': { record: 'creditNote' },
  'GET /credit-notes/:id/pdf': { record: 'creditNote' },
  'GET /credit-notes/export': { hides: ['creditNote'] },
  'GET /account-manager': { hides: ['invoice'], blank: true },
  'GET /activity': { hides: ['invoice', 'order', 'quote', 'case'] },
  'GET /assets': { hides: ['asset'] },
  'GET /assets/:id': { record: 'asset' },
  'GET /cases': { hides: ['case'] },
  'GET /cases/choices': 'everybody',
  'GET /cases/:id': { record: 'case' },
  'GET /credit': { hides: ['invoice'], blank: true },
  'GET /documents': { hides: ['document'] },
  'GET /documents/:id/file': { record: 'document' },
  'GET /faq': { hides: ['case'], blank: true },
  'GET /knowledge': { hides: ['case'], blank: true },
  'GET /knowledge/:id': 'everybody',
  'GET /knowledge/suggest': { hides: ['case'], query: '?q=It', blank: true },
  'POST /cases': {
    points: () => ({
      subject: 'It',
      description: 'It',
      related: { object: 'case', id: made.case.id },
    }),
  },
  'POST /cases/:id/close': { record: 'case' },
  'POST /cases/:id/comments': { record: 'case', body: () => ({ body: 'Hello' }) },
  'POST /cases/:id/rate': { record: 'case', body: () => ({ rating: 1 }) },
  'POST /cases/:id/reopen': { record: 'case' },
  'POST /knowledge/:id/helpful': 'everybody',
  'GET /dashboard': { hides: ['invoice', 'order', 'quote'], blank: true },
  'GET /invoices': { hides: ['invoice'] },
  'GET /invoices/:id': { record: 'invoice' },
  'GET /invoices/:id/e-invoice': { record: 'invoice' },
  'GET /invoices/:id/pdf': { record: 'invoice' },
  'GET /invoices/export': { hides: ['invoice'] },
  'GET /invoices/summary': { hides: ['invoice'], blank: true },
  'GET /orders': { hides: ['order'] },
  'GET /orders/:id': { record: 'order' },
  'GET /orders/:id/pdf': { record: 'order' },
  'GET /orders/:id/tracking': { record: 'order' },
  'GET /orders/export': { hides: ['order'] },
  'GET /payments': { hides: ['payment'] },
  'GET /payments/:id': { record: 'payment' },
  'GET /payments/:id/receipt': { record: 'payment' },
  'GET /payments/checkouts/:id': { record: 'checkout' },
  'GET /payments/export': { hides: ['payment'] },
  'GET /quote-requests': { hides: ['quoteRequest'] },
  'GET /quote-requests/:id': { record: 'quoteRequest' },
  'GET /quotes': { hides: ['quote'] },
  'GET /quotes/:id': { record: 'quote' },
  'GET /quotes/:id/pdf': { record: 'quote' },
  'GET /quotes/:id/revisions': { record: 'quote' },
  'GET /quotes/export': { hides: ['quote'] },
  'GET /statement': { hides: ['invoice', 'creditNote'], query: STATED },
  'GET /statement/pdf': { hides: ['invoice'], query: STATED, blank: true },
  'GET /subscriptions': { hides: ['subscription'] },
  'GET /subscriptions/:id': { record: 'subscription' },
  'GET /subscriptions/:id/billing-preview': { record: 'subscription' },
  'GET /subscriptions/:id/usage': { record: 'subscription' },
  'DELETE /uploads/:id': { record: 'upload' },
  'GET /uploads/:id': { record: 'upload' },
  'POST /uploads': 'own',
  'GET /search': {
    hides: ['invoice', 'quote', 'order', 'creditNote', 'payment', 'case', 'contract'],
    searched: 'q',
  },
  'POST /downloads': { points: () => ({ type: 'invoice', id: made.invoice.id, format: 'pdf' }) },
  'GET /events/stream': 'own',
  'GET /fields': 'everybody',
  'GET /notifications': 'own',
  'GET /notifications/unread-count': 'own',
  'POST /notifications/:id/read': 'own',
  'POST /notifications/read-all': 'own',
  'GET /push-subscriptions': 'own',
  'POST /push-subscriptions': 'own',
  'DELETE /push-subscriptions': 'own',
  'DELETE /push-subscriptions/:id': 'own',
  'GET /invoices/:id/dispute/messages': { record: 'invoice' },
  'POST /invoices/:id/dispute': { record: 'invoice', body: objection },
  'POST /invoices/:id/dispute/messages': { record: 'invoice', body: () => ({ message: 'Well' }) },
  'GET /subscriptions/:id/plans': { record: 'subscription' },
  'POST /subscriptions/:id/cancel': { record: 'subscription', body: reason },
  'POST /subscriptions/:id/change-plan': {
    record: 'subscription',
    body: () => {
      const change = { planId: newId<'plan'>(), quantity: '1', previewHash: 'x' };
      return { previewToken: previewToken(change) };
    },
  },
  'POST /subscriptions/:id/preview-change': {
    record: 'subscription',
    body: () => ({ planId: newId(), quantity: '1' }),
  },
  'POST /subscriptions/:id/pause': { record: 'subscription', body: () => ({}) },
  'POST /subscriptions/:id/resume': { record: 'subscription' },
  'POST /invoices/:id/dispute/withdraw': { record: 'invoice' },
  'POST /invoices/:id/payments': {
    record: 'invoice',
    body: () => ({ amount: '1.00', method: 'cash', paidOn: '2026-01-02' }),
  },
  'POST /contracts/:id/request-renewal': { record: 'contract' },
  'POST /invoices/pdf-bundle': { points: () => ({ invoiceIds: [made.invoice.id] }) },
  'POST /orders/:id/cancel': { record: 'order', body: reason },
  'POST /payments/:id/withdraw': { record: 'payment' },
  'POST /payments/checkout': { points: () => ({ invoiceId: made.invoice.id }) },
  'POST /payments/record': {
    points: () => ({
      amount: '1.00',
      method: 'cash',
      paidOn: '2026-01-02',
      allocations: [{ invoiceId: made.invoice.id, amount: '1.00' }],
    }),
  },
  'POST /payments/checkouts/:id/cancel': { record: 'checkout' },
  'PATCH /quote-requests/:id': { record: 'quoteRequest', body: () => ({ notes: 'Mine' }) },
  'POST /quote-requests': { points: () => ({ accountId: made.account.id }) },
  'POST /quote-requests/:id/submit': { record: 'quoteRequest' },
  'POST /quote-requests/:id/withdraw': { record: 'quoteRequest' },
  'POST /quotes/:id/accept': {
    record: 'quote',
    body: () => ({ version: 1, name: 'Eve', termsAccepted: true }),
  },
  'POST /quotes/:id/order': { record: 'quote' },
  'POST /quotes/:id/submit-for-approval': { record: 'quote', body: () => ({ version: 1 }) },
  'POST /quotes/:id/reject': { record: 'quote', body: () => ({ version: 1, reason: 'No' }) },
  'POST /quotes/:id/request-changes': {
    record: 'quote',
    body: () => ({ version: 1, message: 'Otherwise' }),
  },
};
