import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { DunningModule } from '@quittance/dunning';
import { CarryOnDunning } from './carry-on-dunning.js';
import { dunningTimetable } from './dunning-timetable.js';

/** Dunning by the clock, and runs that were cut short. */
@Module({})
export class DunningWorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: DunningWorkerModule,
      imports: [DunningModule.forRoot()],
      providers: [CarryOnDunning, dunningTimetable(config)],
    };
  }
}
