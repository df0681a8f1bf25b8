import { parseLocalDate } from '@quittance/calendar';
import type { PortalCtx, PortalObject, PortalRight } from '@quittance/portal';
import { referenceNotFoundAt } from '@quittance/portal';
import type { CustomerRecords } from '../customer-records.js';
import { portalAssets } from '../shown/assets.js';
import { portalCases } from '../shown/cases.js';
import { portalInvoices } from '../shown/invoices.js';
import { portalOrders } from '../shown/orders.js';
import { portalQuotes } from '../shown/quotes.js';
import { portalSubscriptions } from '../shown/subscriptions.js';

/** What a case may be about. */
export const RELATED_OBJECTS = [
  'invoice',
  'sales-order',
  'quote',
  'subscription',
  'asset',
  'case',
] as const;
export type RelatedObject = (typeof RELATED_OBJECTS)[number];

interface Related {
  readonly object: Pick<PortalObject, 'name' | 'list' | 'within'>;
  readonly right?: PortalRight;
}

/** Whether a record is in reach is the same every day. */
const invoices = portalInvoices(parseLocalDate('2026-01-01'));

const RELATED: Readonly<Record<RelatedObject, Related>> = {
  invoice: { object: invoices as Related['object'], right: 'viewInvoices' },
  'sales-order': { object: portalOrders as Related['object'], right: 'viewOrders' },
  quote: { object: portalQuotes as Related['object'] },
  subscription: { object: portalSubscriptions as Related['object'] },
  asset: { object: portalAssets as Related['object'] },
  case: { object: portalCases as Related['object'] },
};

/** @throws DomainError reference_not_found where the user may not see what the body names */
export async function requireRelated(
  records: CustomerRecords,
  ctx: PortalCtx,
  { object: name, id }: { readonly object: RelatedObject; readonly id: string },
): Promise<void> {
  const { object, right } = RELATED[name];
  const pointer = '/related/id';
  if (right && !ctx.portal.rights.has(right)) throw referenceNotFoundAt(pointer, object.name);
  await records.pointedAt(ctx, object, id, pointer);
}
