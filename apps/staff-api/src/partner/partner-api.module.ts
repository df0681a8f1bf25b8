import { Module } from '@nestjs/common';
import { PartnerModule } from '@quittance/partner';
import { CommissionPlansController } from './commission-plans.controller.js';
import { CommissionStatementsController } from './commission-statements.controller.js';
import { CommissionsController } from './commissions.controller.js';
import { DealRegistrationsController } from './deal-registrations.controller.js';
import { PartnerMembersController } from './partner-members.controller.js';
import { RegistrationDecisionsController } from './registration-decisions.controller.js';
import { RegistrationTermsController } from './registration-terms.controller.js';

@Module({
  imports: [PartnerModule],
  controllers: [
    DealRegistrationsController,
    RegistrationDecisionsController,
    RegistrationTermsController,
    CommissionPlansController,
    CommissionsController,
    CommissionStatementsController,
    PartnerMembersController,
  ],
})
export class PartnerApiModule {}
