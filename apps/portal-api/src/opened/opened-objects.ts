import type { PortalDirectory, PortalRight } from '@quittance/portal';

/** An object of which a portal tells the fields that the company has opened. */
export interface OpenedObject {
  readonly name: string;
  /** Any of them is enough; whoever has none is told nothing of it. */
  readonly needs?: readonly PortalRight[];
  /** Its list is filtered and sorted by them; else they are shown alone. */
  readonly isListed: boolean;
  /** The portal makes records of it, and takes its fields along. */
  readonly isSent: boolean;
}

const LISTED = { isListed: true, isSent: false } as const;
const SENT = { isListed: true, isSent: true } as const;
const SHOWN = { isListed: false, isSent: false } as const;

/** Of each directory the objects whose records it shows with them. */
export const OPENED_OBJECTS: Readonly<Record<PortalDirectory, readonly OpenedObject[]>> = {
  customer: [
    { name: 'asset', ...LISTED },
    { name: 'case', ...SENT },
    { name: 'contract', ...LISTED },
    { name: 'invoice', ...LISTED, needs: ['viewInvoices'] },
    { name: 'product', ...SHOWN },
    { name: 'quote', ...SENT },
    { name: 'sales-order', ...SENT, needs: ['viewOrders', 'placeOrders'] },
  ],
  partner: [
    { name: 'quote', ...SHOWN },
    { name: 'sales-order', ...SHOWN, needs: ['viewOrders'] },
  ],
  vendor: [],
};
