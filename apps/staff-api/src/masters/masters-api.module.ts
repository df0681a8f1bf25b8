import { Module } from '@nestjs/common';
import { MastersModule } from '@quittance/masters/host';
import { CurrenciesController } from './currencies.controller.js';
import { MastersController } from './masters.controller.js';

@Module({ imports: [MastersModule], controllers: [CurrenciesController, MastersController] })
export class MastersApiModule {}
