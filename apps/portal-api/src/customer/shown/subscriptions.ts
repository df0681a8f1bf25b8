import { portalObject, subscriptionsWithin, type Says } from '@quittance/portal';
import {
  findSubscription,
  namedSubscriptions,
  subscriptionList,
  subscriptionNoun,
} from '@quittance/sales/host';

const HEAD = {
  id: 'plain',
  version: 'nobody',
  status: 'plain',
  accountId: 'plain',
  contactId: 'plain',
  contractId: 'plain',
  previousId: 'nobody',
  salesOrderId: 'orders',
  quoteId: 'nobody',
  planId: 'plain',
  quantity: 'plain',
  currency: 'price',
  frequency: 'plain',
  timing: 'plain',
  startDate: 'plain',
  trialEnd: 'plain',
  cancelAt: 'plain',
  cancelReason: 'nobody',
  cancelCredit: 'nobody',
  pauseCredit: 'nobody',
  endedOn: 'plain',
  changeOn: 'plain',
  pauseOn: 'plain',
  suspendedReason: 'nobody',
  suspendedOn: 'plain',
  resumeOn: 'plain',
  poNumber: 'plain',
  externalKey: 'nobody',
  ownerId: 'nobody',
  createdAt: 'plain',
  updatedAt: 'nobody',
} as const;

/** Of each member of a subscription who of a customer sees it. */
export const SUBSCRIPTION: Says<Awaited<ReturnType<typeof findSubscription>>> = {
  ...HEAD,
  currentPeriodStart: 'plain',
  currentPeriodEnd: 'plain',
  mrr: 'price',
  items: {
    itemId: 'plain',
    position: 'plain',
    validFrom: 'plain',
    validTo: 'plain',
    planId: 'plain',
    planVersionId: 'nobody',
    productId: 'plain',
    description: 'plain',
    quantity: 'plain',
    unitPrice: 'price',
    priceOverridden: 'nobody',
    discountPercent: 'price',
    discountAmount: 'price',
    discountUntil: 'price',
    overrides: 'price',
    taxCode: 'nobody',
    net: 'price',
  },
};

export const portalSubscriptions = portalObject(subscriptionNoun, {
  name: 'subscription',
  list: subscriptionList,
  within: subscriptionsWithin,
  says: HEAD,
});

/** The same as they are looked for: by the names of their plans. */
export const namedPortalSubscriptions = {
  ...portalObject(subscriptionNoun, {
    name: 'subscription',
    list: namedSubscriptions,
    within: subscriptionsWithin,
    says: { ...HEAD, planName: 'plain' },
  }),
  searched: ['planName', 'poNumber'],
};
