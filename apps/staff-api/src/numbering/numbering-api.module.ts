import { Module } from '@nestjs/common';
import { NumberingModule } from '@quittance/numbering';
import { NumberingController } from './numbering.controller.js';

@Module({ imports: [NumberingModule], controllers: [NumberingController] })
export class NumberingApiModule {}
