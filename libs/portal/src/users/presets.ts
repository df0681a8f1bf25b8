import { PORTAL_RIGHTS, type PortalRight, type PortalRole } from '../actors/portal-actor.js';

const HELD: Readonly<Record<PortalRole, readonly PortalRight[]>> = {
  Admin: PORTAL_RIGHTS,
  Buyer: ['createQuotes', 'seePricing', 'placeOrders', 'viewOrders'],
  Approver: ['seePricing', 'seeAllQuotes', 'approveQuotes', 'viewOrders', 'viewInvoices'],
  Viewer: ['seePricing', 'viewOrders', 'viewInvoices'],
};

/** What a role presets: later only the rights, the level and the limit count. */
export function defaultRights(role: PortalRole): Readonly<Record<PortalRight, boolean>> {
  const held = PORTAL_RIGHTS.map((right) => [right, HELD[role].includes(right)] as const);
  return Object.fromEntries(held) as Record<PortalRight, boolean>;
}

/** Without a limit, but for who only looks on: nothing at all. Minor units. */
export function defaultLimit(role: PortalRole): bigint | null {
  return role === 'Viewer' ? 0n : null;
}
