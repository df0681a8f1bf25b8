import { Module } from '@nestjs/common';
import { CreditModule } from '@quittance/credit';
import { SalesModule } from '@quittance/sales';
import { TaxModule } from '@quittance/tax';
import { AcceptCustomerQuote } from './approvals/accept-customer-quote.js';
import { ApproveRequest } from './approvals/decisions/approve-request.js';
import { CarryOutApproval } from './approvals/decisions/carry-out-approval.js';
import { ChangeCustomerPlan } from './approvals/plans/change-customer-plan.js';
import { ResumeCustomerSubscription } from './approvals/plans/resume-customer-subscription.js';
import { Commitments } from './approvals/commitments.js';
import { OrderLimitsModule } from './approvals/order-limits.module.js';
import { OrderCustomerQuote } from './approvals/order-customer-quote.js';
import { RejectRequest } from './approvals/decisions/reject-request.js';
import { SaveApprovalRules } from './approvals/rules/save-approval-rules.js';
import { SweepApprovals } from './approvals/sweep-approvals.js';
import { WithdrawRequest } from './approvals/decisions/withdraw-request.js';
import { ReadActivity } from './home/activity.js';
import { CustomerHome } from './home/dashboard.js';
import { SumUpInvoices } from './invoices/sum-up-invoices.js';

const OPERATIONS = [
  AcceptCustomerQuote,
  ApproveRequest,
  ChangeCustomerPlan,
  ResumeCustomerSubscription,
  Commitments,
  CustomerHome,
  OrderCustomerQuote,
  ReadActivity,
  RejectRequest,
  SaveApprovalRules,
  SumUpInvoices,
  SweepApprovals,
  WithdrawRequest,
];

/** What customers read and agree to in their portal that no other lib answers. */
@Module({
  imports: [CreditModule, OrderLimitsModule, SalesModule, TaxModule],
  providers: [...OPERATIONS, CarryOutApproval],
  exports: OPERATIONS,
})
export class CustomerPortalModule {}
