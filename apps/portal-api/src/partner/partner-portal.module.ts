import { Module } from '@nestjs/common';
import { PartnerModule } from '@quittance/partner';
import { BroughtController } from './brought.controller.js';
import { OwnCommissionsController } from './own-commissions.controller.js';
import { OwnRegistrationsController } from './own-registrations.controller.js';
import { RegistrationStepsController } from './registration-steps.controller.js';

@Module({
  imports: [PartnerModule],
  controllers: [
    RegistrationStepsController,
    OwnRegistrationsController,
    BroughtController,
    OwnCommissionsController,
  ],
})
export class PartnerPortalModule {}
