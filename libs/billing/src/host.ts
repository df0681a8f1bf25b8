export {
  noUsageBilled,
  creditPromised,
  previewChanged,
  scheduleAlreadyBilled,
  scheduleEnded,
  scheduleHasNoLines,
  scheduleLineConflict,
  scheduleNotEditable,
  scheduleOfSubscription,
  scheduleStatusConflict,
} from './billing.errors.js';
export { BillingModule } from './billing.module.js';
export { billingMigrations } from './billing.schema.js';
export { BillInterimUsage } from './interim/bill-interim-usage.js';
export type { BillingRunId } from './run/billing-run-id.js';
export {
  billingRunList,
  readRun,
  runFailureList,
  type RunWithFailures,
} from './run/billing-run.queries.js';
export { findRun, insertRun } from './run/billing-run.repository.js';
export { type BillingRun, RUN_STATUSES, type RunStatus } from './run/billing-run.js';
export { CreateBillingRun } from './run/create-billing-run.js';
export { ExecuteRun } from './run/execute-run.js';
export { ForecastSchedule } from './previews/forecast-schedule.js';
export { type OpenRun, OpenRuns } from './run/open-runs.js';
export { PreviewBillingRun } from './previews/preview-billing-run.js';
export { PreviewSubscription } from './previews/preview-subscription.js';
export { QueueSweep } from './run/queue-sweep.js';
export { ActivateSchedule } from './schedules/activate-schedule.js';
export { CancelSchedule } from './schedules/cancel-schedule.js';
export { CancelWithinPeriod, type CancelWithinInput } from './schedules/cancel-within-period.js';
export { CreateSchedule } from './schedules/create-schedule.js';
export { PauseSchedule } from './schedules/pause-schedule.js';
export { ReachMilestone } from './schedules/reach-milestone.js';
export { ReleaseLine } from './schedules/release-line.js';
export type { ScheduleLineInput } from './schedules/schedule-input.js';
export { scheduleLineNoun } from './schedules/schedule-line.description.js';
export { scheduleNoun } from './schedules/schedule.description.js';
export { findSchedule, scheduleList } from './schedules/schedule.queries.js';
export {
  SCHEDULE_STATUSES,
  type ScheduleLineId,
  type ScheduleStatus,
} from './schedules/schedule.js';
export { UpdateSchedule } from './schedules/update-schedule.js';
export { nextInvoiceDates } from './subscriptions/next-invoices.js';
export { RefreshUsage } from './subscriptions/refresh-usage.js';
export { scheduleInvariants } from './verify/schedules.sql.js';
export { subscribedInvariants } from './verify/subscribed.sql.js';
export { billingRunFigures } from './run/run-figures.queries.js';
