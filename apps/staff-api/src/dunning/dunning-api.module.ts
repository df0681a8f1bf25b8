import { Module } from '@nestjs/common';
import { DunningModule } from '@quittance/dunning';
import { DunningPausesController } from './dunning-pauses.controller.js';
import { DunningController } from './dunning.controller.js';
import { InvoiceDunningController } from './invoice-dunning.controller.js';

@Module({
  imports: [DunningModule.forRoot()],
  controllers: [DunningController, DunningPausesController, InvoiceDunningController],
})
export class DunningApiModule {}
