import { Module } from '@nestjs/common';
import { NumberingModule } from '@quittance/numbering/host';
import { NumberLedgerController } from './number-ledger.controller.js';
import { NumberingController } from './numbering.controller.js';

@Module({ imports: [NumberingModule], controllers: [NumberLedgerController, NumberingController] })
export class NumberingApiModule {}
