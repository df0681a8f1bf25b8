import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccessModule } from '@quittance/access';
import { AuditModule } from '@quittance/audit';
import { ApiKeysController } from './api-keys.controller.js';
import { AuditRefusals } from './audit-refusals.js';
import { NavigationController } from './navigation.controller.js';
import { RolesController } from './roles.controller.js';
import { UserStatesController } from './user-states.controller.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [AccessModule, AuditModule],
  providers: [{ provide: APP_INTERCEPTOR, useClass: AuditRefusals }],
  controllers: [
    ApiKeysController,
    NavigationController,
    RolesController,
    UserStatesController,
    UsersController,
  ],
})
export class AccessApiModule {}
