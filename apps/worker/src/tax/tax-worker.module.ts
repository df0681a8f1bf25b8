import { Module, type DynamicModule } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import type { Config } from '@quittance/config';
import { ReportingModule } from '@quittance/reporting/host';
import { TaxEnginesModule } from '@quittance/tax/host';
import { AvataxEngine } from '@quittance/tax-avatax/host';
import { TaxjarEngine } from '@quittance/tax-taxjar/host';
import { LogFallbacks } from './log-fallbacks.js';
import { sweepTax } from './sweep-tax.js';
import { SweepDistanceSales } from './sweep-distance-sales.js';

/** External tax engines of billing runs, the telling of what was charged, and of what is due. */
@Module({})
export class TaxWorkerModule {
  static forRoot(config: Config): DynamicModule {
    const adapters = [new AvataxEngine(), new TaxjarEngine()];
    return {
      module: TaxWorkerModule,
      imports: [
        CompanyModule,
        ReportingModule,
        TaxEnginesModule.forRoot(config, adapters, LogFallbacks),
      ],
      providers: [SweepDistanceSales, sweepTax],
    };
  }
}
