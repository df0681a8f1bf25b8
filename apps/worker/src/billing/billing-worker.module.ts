import { Module, type DynamicModule } from '@nestjs/common';
import { BillingModule } from '@quittance/billing/host';
import { ReceivablesModule } from '@quittance/receivables';
import { CompanyModule } from '@quittance/company';
import type { Config } from '@quittance/config';
import { BillingSweeps, billingTimetable } from './billing-sweeps.js';
import { CarryOutRuns } from './carry-out-runs.js';

/** Billing by the clock, and the runs that anybody queues. */
@Module({})
export class BillingWorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: BillingWorkerModule,
      imports: [BillingModule, ReceivablesModule, CompanyModule],
      providers: [BillingSweeps, billingTimetable(config), CarryOutRuns],
    };
  }
}
