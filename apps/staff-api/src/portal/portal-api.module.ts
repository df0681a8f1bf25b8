import { Module } from '@nestjs/common';
import { PortalUsersModule } from '@quittance/portal/host';
import { PortalApprovalsController } from './portal-approvals.controller.js';
import { PortalSettingsController } from './portal-settings.controller.js';
import { PortalUserStatesController } from './portal-user-states.controller.js';
import { PortalUsersController } from './portal-users.controller.js';

/** What staff set up for the portals. */
@Module({
  imports: [PortalUsersModule],
  controllers: [
    PortalApprovalsController,
    PortalSettingsController,
    PortalUserStatesController,
    PortalUsersController,
  ],
})
export class PortalAdministrationModule {}
