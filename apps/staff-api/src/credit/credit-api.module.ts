import { Module } from '@nestjs/common';
import { CreditModule } from '@quittance/credit';
import { AccountCreditController } from './account-credit.controller.js';
import { CreditChecksController } from './credit-checks.controller.js';
import { CreditHoldsController } from './credit-holds.controller.js';
import { CreditOverridesController } from './credit-overrides.controller.js';
import { CreditSettingsController } from './credit-settings.controller.js';
import { OverrideDecisionsController } from './override-decisions.controller.js';
import { OverrideRequestsController } from './override-requests.controller.js';

@Module({
  imports: [CreditModule],
  controllers: [
    CreditChecksController,
    OverrideRequestsController,
    OverrideDecisionsController,
    CreditOverridesController,
    CreditHoldsController,
    AccountCreditController,
    CreditSettingsController,
  ],
})
export class CreditApiModule {}
