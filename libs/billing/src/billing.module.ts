import { Module } from '@nestjs/common';
import { TaxModule } from '@quittance/tax';
import { ReceivablesModule } from '@quittance/receivables';
import { CreateBillingRun } from './run/create-billing-run.js';
import { ExecuteRun } from './run/execute-run.js';
import { ForecastSchedule } from './previews/forecast-schedule.js';
import { OpenRuns } from './run/open-runs.js';
import { PreviewBillingRun } from './previews/preview-billing-run.js';
import { QueueSweep } from './run/queue-sweep.js';
import { ActivateSchedule } from './schedules/activate-schedule.js';
import { CancelSchedule } from './schedules/cancel-schedule.js';
import { CreateSchedule } from './schedules/create-schedule.js';
import { PauseSchedule } from './schedules/pause-schedule.js';
import { ReachMilestone } from './schedules/reach-milestone.js';
import { ReleaseLine } from './schedules/release-line.js';
import { UpdateSchedule } from './schedules/update-schedule.js';

const providers = [
  CreateSchedule,
  UpdateSchedule,
  ActivateSchedule,
  PauseSchedule,
  CancelSchedule,
  ReachMilestone,
  ReleaseLine,
  ForecastSchedule,
  CreateBillingRun,
  PreviewBillingRun,
  QueueSweep,
  OpenRuns,
  ExecuteRun,
];

/** What falls due: schedules and the billing run. */
@Module({ imports: [ReceivablesModule, TaxModule], providers, exports: providers })
export class BillingModule {}
