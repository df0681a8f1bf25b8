import type {
  AccessLevel,
  ApprovalLimit,
  PortalDirectory,
  PortalRight,
  PortalRole,
} from '../actors/portal-actor.js';

/** Whether each right is held. */
export type PortalRightSet = Readonly<Record<PortalRight, boolean>>;

/** What a user may do, how far they see and what they may commit the party to. */
export interface PortalStanding {
  readonly role: PortalRole;
  readonly accessLevel: AccessLevel;
  readonly permissions: PortalRightSet;
  readonly limit: ApprovalLimit;
}

/** The kind of ledger account that a directory's users act for. */
export const PARTY_KIND = {
  customer: 'customer',
  partner: 'partner',
  vendor: 'supplier',
} as const satisfies Record<PortalDirectory, string>;
