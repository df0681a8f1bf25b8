import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { SetupParts } from '@quittance/configuration';
import { ObjectsModule } from '@quittance/objects';
import { ReadAccountCredit } from './accounts/read-account-credit.js';
import { RequestCheck } from './checks/request-check.js';
import { CreditControl } from './credit-control.js';
import { CreditPorts } from './credit-ports.js';
import { PlaceHold } from './holds/place-hold.js';
import { ReleaseHold } from './holds/release-hold.js';
import { ApproveOverride } from './overrides/approve-override.js';
import { RejectOverride } from './overrides/reject-override.js';
import { RequestOverride } from './overrides/request-override.js';
import { creditSettingsPart } from './settings/credit-settings-part.js';
import { UpdateCreditSettings } from './settings/update-credit-settings.js';
import { SweepCredit } from './sweep/sweep-credit.js';

const PROVIDERS = [
  CreditPorts,
  CreditControl,
  ApproveOverride,
  PlaceHold,
  ReadAccountCredit,
  RejectOverride,
  ReleaseHold,
  RequestCheck,
  RequestOverride,
  SweepCredit,
  UpdateCreditSettings,
];

/** Whether a customer may: checks, holds and overrides. */
@Module({ imports: [CompanyModule, ObjectsModule], providers: PROVIDERS, exports: PROVIDERS })
export class CreditModule {
  constructor(parts: SetupParts) {
    parts.register(creditSettingsPart);
  }
}
