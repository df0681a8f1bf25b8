import type { LocalDate } from '@quittance/calendar';
import type { PortalObject, PortalRight } from '@quittance/portal';
import { noticePath } from '@quittance/portal/host';
import { portalInvoices } from '../shown/invoices.js';
import { portalOrders } from '../shown/orders.js';
import { portalCreditNotes, portalPayments } from '../shown/payments.js';
import { portalQuotes } from '../shown/quotes.js';

export const FOUND_OBJECTS = ['invoice', 'quote', 'sales-order', 'credit-note', 'payment'] as const;
export type FoundObject = (typeof FOUND_OBJECTS)[number];

/** A record as a search answers it: nothing of it is a price. */
export interface FoundRecord {
  readonly object: string;
  readonly id: string;
  readonly label: string;
  readonly path: string;
}

interface Numbered {
  readonly id: string;
  readonly number: string | null;
}

/** Something that is looked through. */
export interface SearchedObject {
  readonly reached: Pick<PortalObject<never, never>, 'list' | 'within' | 'says' | 'searched'>;
  found(item: object): FoundRecord;
}

const NEEDS: Readonly<Record<FoundObject, PortalRight | null>> = {
  invoice: 'viewInvoices',
  quote: null,
  'sales-order': 'viewOrders',
  'credit-note': 'viewInvoices',
  payment: 'viewInvoices',
};

/** What somebody with these rights may look through. */
export function searchedObjects(
  rights: ReadonlySet<PortalRight>,
  today: LocalDate,
): readonly SearchedObject[] {
  const objects = {
    invoice: portalInvoices(today),
    quote: portalQuotes,
    'sales-order': portalOrders,
    'credit-note': portalCreditNotes,
    payment: portalPayments,
  } as const;
  return FOUND_OBJECTS.flatMap((object) => {
    const needs = NEEDS[object];
    if (needs !== null && !rights.has(needs)) return [];
    const found = (item: object): FoundRecord => {
      const { id, number } = item as Numbered;
      return { object, id, label: number ?? '', path: noticePath('customer', object, id) };
    };
    return [{ reached: objects[object] as never, found }];
  });
}
