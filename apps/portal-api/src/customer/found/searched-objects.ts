import type { LocalDate } from '@quittance/calendar';
import type { PortalObject, PortalRight } from '@quittance/portal';
import { noticePath } from '@quittance/portal/host';
import { portalArticles } from '../shown/articles.js';
import { portalAssets } from '../shown/assets.js';
import { portalCases } from '../shown/cases.js';
import { portalContracts } from '../shown/contracts.js';
import { portalDocuments } from '../shown/documents.js';
import { portalInvoices } from '../shown/invoices.js';
import { portalOrders } from '../shown/orders.js';
import { portalCreditNotes, portalPayments } from '../shown/payments.js';
import { portalProducts } from '../shown/products.js';
import { portalQuotes } from '../shown/quotes.js';
import { portalSubscriptions } from '../shown/subscriptions.js';

export const FOUND_OBJECTS = [
  'invoice',
  'quote',
  'sales-order',
  'credit-note',
  'payment',
  'product',
  'case',
  'contract',
  'subscription',
  'asset',
  'document',
  'knowledge',
] as const;
export type FoundObject = (typeof FOUND_OBJECTS)[number];

/** A record as a search answers it: nothing of it is a price. */
export interface FoundRecord {
  readonly object: string;
  readonly id: string;
  readonly label: string;
  readonly path: string;
}

/** Something that is looked through. */
export interface SearchedObject {
  readonly reached: Pick<PortalObject<never, never>, 'list' | 'within' | 'says' | 'searched'>;
  found(item: object): FoundRecord;
}

/** The right that a kind asks for, and what its records are called by, in this order. */
interface Looked {
  readonly needs?: PortalRight;
  readonly named: readonly string[];
}

const NUMBERED = { named: ['number'] } as const;

const LOOKED: Readonly<Record<FoundObject, Looked>> = {
  invoice: { ...NUMBERED, needs: 'viewInvoices' },
  quote: NUMBERED,
  'sales-order': { ...NUMBERED, needs: 'viewOrders' },
  'credit-note': { ...NUMBERED, needs: 'viewInvoices' },
  payment: { ...NUMBERED, needs: 'viewInvoices' },
  product: { named: ['name', 'sku'] },
  case: { named: ['number', 'subject'] },
  contract: NUMBERED,
  subscription: { named: ['planName'] },
  asset: { named: ['name', 'serial'] },
  document: { named: ['fileName'] },
  knowledge: { named: ['title'] },
};

const LONGEST = 200;

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
    product: portalProducts,
    case: portalCases,
    contract: portalContracts,
    subscription: portalSubscriptions,
    asset: portalAssets,
    document: portalDocuments,
    knowledge: portalArticles,
  } as const;
  return FOUND_OBJECTS.flatMap((object) => {
    const { needs, named } = LOOKED[object];
    if (needs !== undefined && !rights.has(needs)) return [];
    const found = (item: object): FoundRecord => {
      const { id, ...members } = item as { id: string } & Readonly<Record<string, unknown>>;
      const names = named.flatMap((name) => (members[name] ? [String(members[name])] : []));
      const label = [...names.join(' · ')].slice(0, LONGEST).join('');
      return { object, id, label, path: noticePath('customer', object, id) };
    };
    return [{ reached: objects[object] as never, found }];
  });
}
