import { portalObject, type Says } from '@quittance/portal';
import {
  quoteRequestList,
  quoteRequestNoun,
  quoteRequestsWithin,
  type QuoteRequestView,
} from '@quittance/portal/host';

const HEAD = {
  id: 'plain',
  version: 'plain',
  status: 'plain',
  accountId: 'plain',
  portalUserId: 'plain',
  portalUserName: 'plain',
  contactId: 'plain',
  partnerId: 'nobody',
  registrationId: 'nobody',
  contractId: 'plain',
  caseId: 'plain',
  origin: 'plain',
  title: 'plain',
  notes: 'plain',
  specialInstructions: 'plain',
  preferredDeliveryDate: 'plain',
  // What it may come to is said by the quote alone, and why somebody looks at it is their business.
  currency: 'nobody',
  estimatedTotal: 'nobody',
  needsInternalReview: 'nobody',
  reviewReasons: 'nobody',
  reviewNotes: 'nobody',
  assigneeId: 'nobody',
  published: 'nobody',
  publishedAt: 'nobody',
  publishedBy: 'nobody',
  submittedAt: 'plain',
  // A quote that was not sent yet is not there for its customer.
  quoteId: 'nobody',
  sentQuoteId: 'plain',
  readyAt: 'plain',
  orderId: 'orders',
  converted: 'plain',
  convertedAt: 'plain',
  abandoned: 'plain',
  abandonedAt: 'nobody',
  reason: 'plain',
  closedAt: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
} as const;

/** Of each member of a request for a quote who of a customer sees it. */
export const QUOTE_REQUEST: Says<QuoteRequestView> = {
  ...HEAD,
  lines: {
    id: 'plain',
    position: 'plain',
    productId: 'plain',
    description: 'plain',
    quantity: 'plain',
    note: 'plain',
  },
};

export const portalQuoteRequests = portalObject(quoteRequestNoun, {
  name: 'quote request',
  list: quoteRequestList,
  within: quoteRequestsWithin,
  says: HEAD,
});
