import { Module } from '@nestjs/common';
import { DUNNING_CLOCK, DunningModule } from '@quittance/dunning/host';
import { CLOCK } from '@quittance/http/host';
import { DunningPausesController } from './dunning-pauses.controller.js';
import { DunningController } from './dunning.controller.js';
import { LateChargesController, LateTermsController } from './late-charges.controller.js';
import { InvoiceDunningController } from './invoice-dunning.controller.js';

@Module({
  imports: [DunningModule.forRoot({ provide: DUNNING_CLOCK, useExisting: CLOCK })],
  controllers: [
    DunningController,
    DunningPausesController,
    InvoiceDunningController,
    LateTermsController,
    LateChargesController,
  ],
})
export class DunningApiModule {}
