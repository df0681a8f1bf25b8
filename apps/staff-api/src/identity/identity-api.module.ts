import { Module } from '@nestjs/common';
import { IdentityModule } from '@quittance/identity';
import { AuthController } from './auth.controller.js';
import { MeController } from './me.controller.js';
import { PasswordPageController } from './password-page.controller.js';

@Module({
  imports: [IdentityModule],
  controllers: [AuthController, PasswordPageController, MeController],
})
export class IdentityApiModule {}
