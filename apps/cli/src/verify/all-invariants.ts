import { receivablesInvariants } from '@quittance/receivables/host';
import { scheduleInvariants, subscribedInvariants } from '@quittance/billing/host';
import { subscriptionInvariants } from '@quittance/sales/host';
import { creditInvariants } from '@quittance/credit/host';
import type { Invariant } from '@quittance/database';
import { dunningInvariants } from '@quittance/dunning/host';
import { gatewayInvariants } from '@quittance/gateway/host';
import type { Instant } from '@quittance/kernel';
import { partnerInvariants } from '@quittance/partner/host';
import { approvalInvariants, requestInvariants } from '@quittance/portal/host';
import { recordApprovalInvariants } from '@quittance/rules/host';
import { salesInvariants } from '@quittance/sales/host';
import { storefrontInvariants } from '@quittance/storefront/host';
import { announcements } from './announcements.sql.js';
import { moneyCounted } from './counted-money.sql.js';
import { CHARGED_STEPS } from './charged-steps.sql.js';
import { SETTLED_LINES } from './settled-lines.sql.js';
import { sideRows } from './side-rows.sql.js';
import { waitingOrders } from './waiting-orders.sql.js';
import { waitingWork } from './waiting-work.sql.js';

/** Everything that is true of the rows of the product at an instant. */
export function allInvariants(now: Instant): readonly Invariant[] {
  return [
    ...salesInvariants,
    ...receivablesInvariants,
    ...scheduleInvariants,
    ...subscribedInvariants,
    CHARGED_STEPS,
    SETTLED_LINES,
    ...subscriptionInvariants,
    ...gatewayInvariants,
    ...dunningInvariants,
    ...creditInvariants,
    ...partnerInvariants,
    ...storefrontInvariants,
    ...requestInvariants,
    ...approvalInvariants,
    ...recordApprovalInvariants,
    ...waitingOrders,
    ...moneyCounted,
    ...announcements(now),
    ...sideRows,
    ...waitingWork(now),
  ];
}
