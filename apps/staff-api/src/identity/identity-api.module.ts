import { Module } from '@nestjs/common';
import { AccessModule } from '@quittance/access';
import { Admission, SIGN_INS } from '@quittance/http/host';
import { IdentityModule, PasswordHasher } from '@quittance/identity';
import { DeviceSeals } from '@quittance/identity/host';
import { CustomResourcesModule } from '../access/custom-resources.module.js';
import { AuthController } from './auth.controller.js';
import { ForgotLimit } from './forgot-limit.js';
import { MeController } from './me.controller.js';
import { PasswordPageController } from './password-page.controller.js';
import { SessionsController } from './sessions.controller.js';
import { SignInSettingsController } from './sign-in-settings.controller.js';
import { StaffDevices } from './staff-devices.js';

@Module({
  imports: [AccessModule, CustomResourcesModule, IdentityModule],
  providers: [ForgotLimit, StaffDevices],
  controllers: [
    AuthController,
    MeController,
    PasswordPageController,
    SessionsController,
    SignInSettingsController,
  ],
})
export class IdentityApiModule {
  constructor(admission: Admission, hasher: PasswordHasher, seals: DeviceSeals) {
    admission.bound(SIGN_INS, {
      refusal: () => hasher.refusal,
      claimsIn: (text) => seals.claimsIn(text),
    });
  }
}
