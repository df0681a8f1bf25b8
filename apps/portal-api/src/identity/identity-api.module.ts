import { Module } from '@nestjs/common';
import { DocumentsModule } from '@quittance/documents';
import { Admission, SIGN_INS } from '@quittance/http/host';
import { PasswordHasher } from '@quittance/identity';
import { DeviceSeals } from '@quittance/identity/host';
import { PORTAL_DIRECTORIES, PortalModule } from '@quittance/portal/host';
import { portalAccountController } from './account.controller.js';
import { PortalAccountsController } from './accounts.controller.js';
import { PortalAddressesController } from './addresses.controller.js';
import { portalAuthController } from './auth.controller.js';
import { BrowserSessions } from './browser-sessions.js';
import { colleaguesController } from './colleagues.controller.js';
import { InvitationEndpoints } from './invitation-endpoints.js';
import { ManifestController } from './manifest.controller.js';
import { portalMfaController } from './mfa.controller.js';
import { PasswordEndpoints } from './password-endpoints.js';
import { PortalPasswordPageController } from './pages/portal-password-page.controller.js';
import { ViewAsPageController } from './pages/view-as-page.controller.js';
import { preferencesController } from './preferences.controller.js';
import { SignInEndpoints } from './sign-in-endpoints.js';
import { SignInLimits } from './sign-in-limits.js';
import { SignOutEndpoints } from './sign-out-endpoints.js';
import { UsageApiModule } from '../usage/usage-api.module.js';
import { StepEndpoints } from './step-endpoints.js';

/** Signing in to each directory, what is each user's own, and their colleagues. */
@Module({
  imports: [DocumentsModule, PortalModule, UsageApiModule],
  providers: [
    BrowserSessions,
    InvitationEndpoints,
    PasswordEndpoints,
    SignInEndpoints,
    SignInLimits,
    SignOutEndpoints,
    StepEndpoints,
  ],
  controllers: [
    ...PORTAL_DIRECTORIES.map(portalAuthController),
    ...PORTAL_DIRECTORIES.map(portalAccountController),
    ...PORTAL_DIRECTORIES.map(portalMfaController),
    colleaguesController('customer'),
    colleaguesController('partner'),
    ...PORTAL_DIRECTORIES.map(preferencesController),
    PortalAccountsController,
    PortalAddressesController,
    ManifestController,
    PortalPasswordPageController,
    ViewAsPageController,
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
