import { Module } from '@nestjs/common';
import { IdentityModule } from '@quittance/identity';
import { CustomResourcesModule } from '../access/custom-resources.module.js';
import { AuthController } from './auth.controller.js';
import { MeController } from './me.controller.js';
import { PasswordPageController } from './password-page.controller.js';

@Module({
  imports: [CustomResourcesModule, IdentityModule],
  controllers: [AuthController, PasswordPageController, MeController],
})
export class IdentityApiModule {}
