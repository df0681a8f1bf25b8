import type { PreviewSubscription } from '@quittance/billing/host';
import type { Says } from '@quittance/portal';
import type { ReadUsage } from '@quittance/sales/host';

/** Of each member of rated usage who of a customer sees it. */
export const USAGE: Says<Awaited<ReturnType<ReadUsage['execute']>>> = {
  periodStart: 'plain',
  periodEnd: 'plain',
  currency: 'price',
  total: 'price',
  invoiced: 'price',
  charges: {
    key: 'plain',
    name: 'plain',
    meterId: 'nobody',
    start: 'plain',
    end: 'plain',
    units: 'plain',
    included: 'plain',
    amount: 'price',
    lines: {
      part: 'plain',
      tier: 'plain',
      quantity: 'plain',
      unitPrice: 'price',
      amount: 'price',
      fellFrom: 'price',
    },
  },
  thresholds: { start: 'plain', amount: 'price', reached: 'plain', invoiceId: 'invoices' },
};

/** The same of the invoices that come next, which are for those alone who see prices. */
export const COMING: Says<Awaited<ReturnType<PreviewSubscription['execute']>>> = {
  subscriptionId: 'plain',
  scheduleId: 'nobody',
  currency: 'price',
  nextBillingDate: 'plain',
  invoices: {
    issueDate: 'plain',
    dueDate: 'plain',
    periodStart: 'plain',
    periodEnd: 'plain',
    billTo: 'nobody',
    pricesIncludeTax: 'price',
    taxRounding: 'nobody',
    lines: {
      scheduleLineId: 'nobody',
      productId: 'plain',
      description: 'plain',
      periodStart: 'plain',
      periodEnd: 'plain',
      quantity: 'plain',
      unitPrice: 'price',
      discountAmount: 'price',
      net: 'price',
      fellFrom: 'price',
      taxCode: 'nobody',
      taxRate: 'price',
      taxFallback: 'nobody',
      taxCategory: 'nobody',
      taxReason: 'nobody',
      taxUndetermined: 'nobody',
      tax: 'price',
      total: 'price',
    },
    subtotal: 'price',
    taxTotal: 'price',
    total: 'price',
  },
};
