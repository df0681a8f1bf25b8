import { nextInvoiceDates } from '@quittance/billing/host';
import type { LocalDate } from '@quittance/calendar';
import { readToday } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { portalObject, subscriptionsWithin, type Says } from '@quittance/portal';
import type { SubscriptionId } from '@quittance/sales';
import {
  customersMayPause,
  findSubscription,
  namedSubscriptions,
  readPlanNames,
  subscriptionNoun,
} from '@quittance/sales/host';

type SubscriptionView = Awaited<ReturnType<typeof findSubscription>>;

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
export const SUBSCRIPTION: Says<SubscriptionView> = {
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

/** What of a subscription is not of its row. */
export interface Billed {
  readonly planName: string;
  /** Null where nothing is invoiced any more. */
  readonly nextInvoiceDate: LocalDate | null;
}

export const portalSubscriptions = {
  ...portalObject(subscriptionNoun, {
    name: 'subscription',
    list: namedSubscriptions,
    within: subscriptionsWithin,
    says: { ...HEAD, planName: 'plain' },
    completes: async (tx, _, items) => {
      const dates = await nextInvoiceDates(
        tx,
        items.flatMap(({ id }) => id ?? []),
      );
      return items.map((item) => ({ ...item, nextInvoiceDate: dates.get(`${item.id}`) ?? null }));
    },
  }),
  searched: ['planName', 'poNumber'],
};

interface ReadBilled extends Billed {
  /** Whether its plans let customers pause it. */
  readonly mayPause: boolean;
}

/** A subscription as its customer reads it. */
export const READ_SUBSCRIPTION: Says<SubscriptionView & ReadBilled> = {
  ...SUBSCRIPTION,
  planName: 'plain',
  nextInvoiceDate: 'plain',
  mayPause: 'plain',
};

/** @throws DomainError not_found */
export async function readBilled(
  tx: Tx,
  id: SubscriptionId,
): Promise<SubscriptionView & ReadBilled> {
  const subscription = await findSubscription(tx, id);
  const [names, dates, mayPause] = await Promise.all([
    readPlanNames(tx, [subscription.planId]),
    nextInvoiceDates(tx, [id]),
    customersMayPause(tx, id, await readToday(tx)),
  ]);
  const planName = names.get(subscription.planId) ?? '';
  return { ...subscription, planName, nextInvoiceDate: dates.get(id) ?? null, mayPause };
}
