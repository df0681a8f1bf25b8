import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { TaxEnginesModule } from '@quittance/tax/host';
import { AvataxEngine } from '@quittance/tax-avatax/host';
import { TaxjarEngine } from '@quittance/tax-taxjar/host';
import { LogFallbacks } from './log-fallbacks.js';
import { sweepTax } from './sweep-tax.js';

/** External tax engines of billing runs, and the telling of what was charged. */
@Module({})
export class TaxWorkerModule {
  static forRoot(config: Config): DynamicModule {
    const adapters = [new AvataxEngine(), new TaxjarEngine()];
    return {
      module: TaxWorkerModule,
      imports: [TaxEnginesModule.forRoot(config, adapters, LogFallbacks)],
      providers: [sweepTax],
    };
  }
}
