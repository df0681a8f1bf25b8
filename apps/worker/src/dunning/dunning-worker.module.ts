import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { DUNNING_CLOCK, DunningModule } from '@quittance/dunning/host';
import { systemClock } from '@quittance/kernel';
import { CarryOnDunning } from './carry-on-dunning.js';
import { dunningTimetable } from './dunning-timetable.js';

/** Dunning by the clock, and runs that were cut short. */
@Module({})
export class DunningWorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: DunningWorkerModule,
      imports: [DunningModule.forRoot({ provide: DUNNING_CLOCK, useValue: systemClock })],
      providers: [CarryOnDunning, dunningTimetable(config)],
    };
  }
}
