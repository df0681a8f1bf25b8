import { Module, type DynamicModule } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import type { Config } from '@quittance/config';
import { CreditModule } from '@quittance/credit';
import { ReceivablesModule } from '@quittance/receivables';
import { CreditSweeps, creditTimetable } from './credit-sweeps.js';

/** Credit by the clock. Receivables tells what is overdue. */
@Module({})
export class CreditWorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: CreditWorkerModule,
      imports: [CreditModule, ReceivablesModule, CompanyModule],
      providers: [CreditSweeps, creditTimetable(config)],
    };
  }
}
