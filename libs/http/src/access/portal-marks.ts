import { SetMetadata } from '@nestjs/common';
import type { AccessLevel, PortalDirectory, PortalRight } from '@quittance/portal';

export const PORTAL_MARK = 'quittance:portal';

export const OWN_EYES_MARK = 'quittance:own-eyes';

/**
 * Nobody of the staff who looks on as the user is shown it: where they are signed in, what is
 * pushed to them, and addresses that would be opened as if it were they.
 */
export const OwnEyesOnly = () => SetMetadata(OWN_EYES_MARK, true);

/** All of them, or one of each list. */
export type AskedRight = PortalRight | readonly PortalRight[];

/** Who may call a route of the portal host. */
export interface PortalRule {
  /** Whose tokens open it; those of no other directory do. */
  readonly directory: PortalDirectory | readonly PortalDirectory[];
  /** Each is needed; of those in a list one is. */
  readonly rights?: readonly AskedRight[];
  /** The least access level. */
  readonly reach?: AccessLevel;
  /** The role that manages colleagues. */
  readonly admin?: true;
}

/**
 * States of a controller of the portal host, or of one of its handlers, who may call it:
 * `@PortalRoute({ directory: 'customer', rights: ['viewInvoices', 'seePricing'], reach: 'account'
 * })`. What a handler states counts in place of what its controller does.
 */
export const PortalRoute = (rule: PortalRule) => SetMetadata(PORTAL_MARK, rule);
