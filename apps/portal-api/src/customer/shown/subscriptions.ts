import { nextInvoiceDates } from '@quittance/billing/host';
import type { LocalDate } from '@quittance/calendar';
import { readToday } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { portalObject, subscriptionsWithin, type PortalRight, type Says } from '@quittance/portal';
import type { SubscriptionId } from '@quittance/sales';
import {
  customerSteps,
  findSubscription,
  namedSubscriptions,
  NO_CUSTOMER_STEPS,
  readPlanNames,
  subscriptionNoun,
  type CustomerSteps,
} from '@quittance/sales/host';

type SubscriptionView = Awaited<ReturnType<typeof findSubscription>>;

const HEAD = {
  id: 'plain',
  version: 'nobody',
  status: 'plain',
  accountId: 'plain',
  contactId: 'plain',
  anchorDay: 'plain',
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
    placeOf: 'plain',
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
    completes: async (tx, { rights }, items) => {
      const billed = await billedOf(
        tx,
        items.flatMap(({ id }) => id ?? []),
        rights,
      );
      return items.map((item) => ({ ...item, ...billed(`${item.id}`) }));
    },
  }),
  searched: ['planName', 'poNumber'],
};

type Rights = ReadonlySet<PortalRight>;

/** When subscriptions are invoiced next, and what their reader may do with them today. */
async function billedOf(tx: Tx, ids: readonly SubscriptionId[], rights: Rights) {
  const [dates, steps] = await Promise.all([
    nextInvoiceDates(tx, ids),
    // Whoever may order nothing changes nothing either.
    rights.has('placeOrders') ? customerSteps(tx, ids, await readToday(tx)) : null,
  ]);
  return (id: string): Omit<ReadBilled, 'planName'> => {
    const may = steps?.get(id as SubscriptionId) ?? NO_CUSTOMER_STEPS;
    // A change is made as it was previewed, which tells what it costs.
    const mayChange = may.mayChange && rights.has('seePricing');
    return { nextInvoiceDate: dates.get(id) ?? null, ...may, mayChange };
  };
}

/** With what its reader may do with it today. */
interface ReadBilled extends Billed, CustomerSteps {}

/** A subscription as its customer reads it. */
export const READ_SUBSCRIPTION: Says<SubscriptionView & ReadBilled> = {
  ...SUBSCRIPTION,
  planName: 'plain',
  nextInvoiceDate: 'plain',
  mayChange: 'plain',
  mayPause: 'plain',
  mayResume: 'plain',
  mayCancel: 'plain',
};

/** @throws DomainError not_found */
export async function readBilled(
  tx: Tx,
  id: SubscriptionId,
  rights: Rights,
): Promise<SubscriptionView & ReadBilled> {
  const subscription = await findSubscription(tx, id);
  const [names, billed] = await Promise.all([
    readPlanNames(tx, [subscription.planId]),
    billedOf(tx, [id], rights),
  ]);
  const planName = names.get(subscription.planId) ?? '';
  return { ...subscription, planName, ...billed(id) };
}
