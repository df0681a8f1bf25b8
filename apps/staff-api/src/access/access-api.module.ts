import { Module } from '@nestjs/common';
import { AccessModule } from '@quittance/access';
import { ApiKeysController } from './api-keys.controller.js';
import { CustomResourcesModule } from './custom-resources.module.js';
import { NavigationController } from './navigation.controller.js';
import { ReachedRecordsModule } from './reached-records.module.js';
import { RolesController } from './roles.controller.js';
import { UserStatesController } from './user-states.controller.js';
import { UsersController } from './users.controller.js';
import { WhatIfController } from './what-if.controller.js';

@Module({
  imports: [AccessModule, CustomResourcesModule, ReachedRecordsModule],
  controllers: [
    ApiKeysController,
    NavigationController,
    RolesController,
    UserStatesController,
    UsersController,
    WhatIfController,
  ],
})
export class AccessApiModule {}
