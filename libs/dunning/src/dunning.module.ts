import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { SetupParts } from '@quittance/configuration';
import type { Clock } from '@quittance/kernel';
import { NotificationsModule } from '@quittance/notifications';
import { ReceivablesModule } from '@quittance/receivables';
import { SubscriptionsModule } from '@quittance/sales';
import { TaxModule } from '@quittance/tax';
import { RetryAttempt } from './attempts/retry-attempt.js';
import { DunningQueries } from './dunning.queries.js';
import { ChargeLate } from './late-charges/charge-late.js';
import { PutLateTerms } from './late-charges/put-late-terms.js';
import { EndPause } from './pauses/end-pause.js';
import { StartPause } from './pauses/start-pause.js';
import { ForecastDunning } from './run/dry-run.js';
import { OpenDunningRuns } from './run/open-dunning-runs.js';
import { OwnSubscriptions } from './own-subscriptions.js';
import { RunDunning } from './run/run-dunning.js';
import { lateTermsPart } from './late-charges/late-terms-part.js';
import { dunningSchedulePart } from './schedule/dunning-schedule-part.js';
import { PutDunningSchedule } from './schedule/put-dunning-schedule.js';
import { StepFees } from './step-fees/step-fees.js';
import { SubscriptionControl } from './subscription-control.port.js';

const OPERATIONS: readonly Type[] = [
  ChargeLate,
  PutLateTerms,
  DunningQueries,
  EndPause,
  ForecastDunning,
  OpenDunningRuns,
  PutDunningSchedule,
  RetryAttempt,
  RunDunning,
  StartPause,
  StepFees,
];

/** The pursuit of overdue invoices. Needs the gateway in the same application. */
@Module({})
export class DunningModule {
  constructor(parts: SetupParts) {
    parts.register(dunningSchedulePart);
    parts.register(lateTermsPart);
  }

  /**
   * `clock` says how late it is (`DUNNING_CLOCK`), `subscriptions` who suspends and cancels
   * (`SubscriptionControl`); without it they are the company's own.
   */
  static forRoot(clock: Provider<Clock>, subscriptions?: Provider): DynamicModule {
    const own = { provide: SubscriptionControl, useClass: OwnSubscriptions };
    return {
      module: DunningModule,
      imports: [
        CompanyModule,
        NotificationsModule,
        ReceivablesModule,
        SubscriptionsModule,
        TaxModule,
      ],
      providers: [...OPERATIONS, clock, subscriptions ?? own],
      exports: [...OPERATIONS],
    };
  }
}
