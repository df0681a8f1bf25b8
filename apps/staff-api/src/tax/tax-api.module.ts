import { Module, type DynamicModule } from '@nestjs/common';
import { ReceivablesModule } from '@quittance/receivables';
import type { Config } from '@quittance/config';
import {
  taxCodeRecord,
  TaxEnginesModule,
  taxExemptionRecord,
  taxJurisdictionRecord,
  taxRateRecord,
} from '@quittance/tax/host';
import { TaxModule } from '@quittance/tax';
import { AvataxEngine } from '@quittance/tax-avatax/host';
import { TaxjarEngine } from '@quittance/tax-taxjar/host';
import { FallbackLinesController } from './fallback-lines.controller.js';
import { TaxConnectorController } from './tax-connector.controller.js';
import { TaxController } from './tax.controller.js';
import { taxRecordsController } from './tax-records.controller.js';
import { TaxTransactionsController } from './tax-transactions.controller.js';
import { UndeterminedLinesController } from './undetermined-lines.controller.js';
import { WatchTax } from './watch-tax.js';

@Module({})
export class TaxApiModule {
  static forRoot(config: Config): DynamicModule {
    const adapters = [new AvataxEngine(), new TaxjarEngine()];
    return {
      module: TaxApiModule,
      imports: [TaxModule, ReceivablesModule, TaxEnginesModule.forRoot(config, adapters, WatchTax)],
      controllers: [
        TaxController,
        taxRecordsController(taxCodeRecord),
        TaxConnectorController,
        taxRecordsController(taxJurisdictionRecord),
        taxRecordsController(taxRateRecord),
        taxRecordsController(taxExemptionRecord),
        TaxTransactionsController,
        FallbackLinesController,
        UndeterminedLinesController,
      ],
    };
  }
}
