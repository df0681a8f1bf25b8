import {
  epochMs,
  type CompanyId,
  type Ctx,
  type Id,
  type Instant,
  type SessionId,
  type UserId,
} from '@quittance/kernel';
import type { Currency } from '@quittance/money';

/** Whose users sign in at the portal host, each to routes of their own. */
export const PORTAL_DIRECTORIES = ['customer', 'partner', 'vendor'] as const;
export type PortalDirectory = (typeof PORTAL_DIRECTORIES)[number];

/** What a portal user may do; the role presets them, and they alone decide. */
export const PORTAL_RIGHTS = [
  'createQuotes',
  'seePricing',
  'seeAllQuotes',
  'approveQuotes',
  'placeOrders',
  'viewOrders',
  'viewInvoices',
] as const;
export type PortalRight = (typeof PORTAL_RIGHTS)[number];

export const PORTAL_ROLES = ['Admin', 'Buyer', 'Approver', 'Viewer'] as const;
export type PortalRole = (typeof PORTAL_ROLES)[number];

/** How far a user sees, the narrowest first. */
export const ACCESS_LEVELS = ['own', 'account', 'account_tree'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** What a limit is counted over, the widest first: one for each order bounds no month. */
export const LIMIT_PERIODS = ['order', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

export type PortalUserId = Id<'portal-user'>;
export type CredentialId = Id<'portal-credential'>;

/** A sum that a user may commit the party to. */
export interface ApprovalLimit {
  /** Minor units; null without a limit, 0 for nothing at all. */
  readonly amount: bigint | null;
  readonly currency: Currency;
  readonly period: LimitPeriod;
}

/** A portal user who may act now, as read anew for each request. */
export interface PortalActor {
  readonly companyId: CompanyId;
  readonly directory: PortalDirectory;
  readonly portalUserId: PortalUserId;
  /** Whose password it is; it may have users of other parties as well. */
  readonly credentialId: CredentialId;
  readonly sessionId: SessionId;
  /** The account of a customer, else the ledger account of the partner or vendor. */
  readonly partyId: string;
  readonly partyName: string;
  readonly email: string;
  readonly name: string;
  readonly role: PortalRole;
  readonly accessLevel: AccessLevel;
  readonly rights: ReadonlySet<PortalRight>;
  readonly approvalLimit: ApprovalLimit;
  /** The contact of the party that the user is; null where nobody said, and of one that is gone. */
  readonly contactId: Id<'contact'> | null;
  /** Of the staff, who sees what the user would and does nothing; null of the user themselves. */
  readonly viewedBy: UserId | null;
}

/** The context of a request of a portal user. Of the matrix of staff it may do nothing. */
export interface PortalCtx extends Ctx {
  readonly portal: PortalActor;
}

/** What is said of a user beside the actor, for the guard alone. */
export interface SignedInPortalUser {
  readonly actor: PortalActor;
  readonly metadataVersion: number;
}

/** Whether the user sees at least so far. */
export function reaches(level: AccessLevel, least: AccessLevel): boolean {
  return ACCESS_LEVELS.indexOf(level) >= ACCESS_LEVELS.indexOf(least);
}

/** The end of a lock, as an answer tells it. */
export function secondsLeft(until: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((epochMs(until) - epochMs(now)) / 1000));
}
