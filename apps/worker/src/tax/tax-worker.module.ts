import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { TaxEnginesModule } from '@quittance/tax';
import { AvataxEngine } from '@quittance/tax-avatax';
import { TaxjarEngine } from '@quittance/tax-taxjar';
import { LogFallbacks } from './log-fallbacks.js';
import { TellTaxProviders } from './tell-tax-providers.js';

/** External tax engines of billing runs, and the telling of what was charged. */
@Module({})
export class TaxWorkerModule {
  static forRoot(config: Config): DynamicModule {
    const adapters = [new AvataxEngine(), new TaxjarEngine()];
    return {
      module: TaxWorkerModule,
      imports: [TaxEnginesModule.forRoot(config, adapters, LogFallbacks)],
      providers: [TellTaxProviders],
    };
  }
}
