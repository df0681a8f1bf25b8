import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { ObjectsModule } from '@quittance/objects';
import { AdjustCommission } from './commissions/adjust-commission.js';
import { HoldCommission } from './commissions/hold-commission.js';
import { ReleaseCommission } from './commissions/release-commission.js';
import { SweepCommissions } from './commissions/sweep-commissions.js';
import { SaveMember } from './members/save-member.js';
import { SaveCommissionPlan } from './plans/save-commission-plan.js';
import { ApproveRegistration } from './registrations/approve-registration.js';
import { AttachToRegistration } from './documents/attach-to-registration.js';
import { CheckCustomer } from './registrations/check-customer.js';
import { ConvertRegistration } from './registrations/convert-registration.js';
import { CreateRegistration } from './registrations/create-registration.js';
import { DiscardRegistration } from './registrations/discard-registration.js';
import { ExpireRegistration } from './registrations/expire-registration.js';
import { ExpireRegistrations } from './registrations/expire-registrations.js';
import { ExtendRegistration } from './registrations/extend-registration.js';
import { ReadConflicts } from './registrations/read-conflicts.js';
import { RejectRegistration } from './registrations/reject-registration.js';
import { RequestExtension } from './registrations/request-extension.js';
import { ReturnRegistration } from './registrations/return-registration.js';
import { StartReview } from './registrations/start-review.js';
import { SubmitRegistration } from './registrations/submit-registration.js';
import { UpdateRegistration } from './registrations/update-registration.js';
import { WithdrawRegistration } from './registrations/withdraw-registration.js';
import { ApproveStatement } from './statements/approve-statement.js';
import { DrawUpStatements } from './statements/draw-up-statements.js';
import { PayStatement } from './statements/pay-statement.js';
import { PrintCommissionStatement } from './statements/print-commission-statement.js';
import { VoidStatement } from './statements/void-statement.js';

const PROVIDERS = [
  AdjustCommission,
  ApproveRegistration,
  ApproveStatement,
  AttachToRegistration,
  CheckCustomer,
  ConvertRegistration,
  CreateRegistration,
  DiscardRegistration,
  DrawUpStatements,
  ExpireRegistration,
  ExpireRegistrations,
  ExtendRegistration,
  HoldCommission,
  PayStatement,
  PrintCommissionStatement,
  ReadConflicts,
  RejectRegistration,
  ReleaseCommission,
  RequestExtension,
  ReturnRegistration,
  SaveCommissionPlan,
  SaveMember,
  StartReview,
  SubmitRegistration,
  SweepCommissions,
  UpdateRegistration,
  VoidStatement,
  WithdrawRegistration,
];

/** Who sells with us: what they register, what they earn, and what they are paid. */
@Module({ imports: [CompanyModule, ObjectsModule], providers: PROVIDERS, exports: PROVIDERS })
export class PartnerModule {}
