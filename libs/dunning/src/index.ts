export {
  ATTEMPT_RESULTS,
  type AttemptId,
  type AttemptResult,
  type AttemptView,
  type DunningRunId,
} from './attempts/attempt.js';
export { attemptList } from './attempts/attempt-list.js';
export { RetryAttempt } from './attempts/retry-attempt.js';
export {
  dunningAttemptNotFailed,
  dunningNotConfigured,
  dunningPauseEnded,
  dunningRunInProgress,
} from './dunning.errors.js';
export { DUNNING_CLOCK } from './dunning.settings.js';
export { DunningModule } from './dunning.module.js';
export { DunningQueries, type InvoiceDunning } from './dunning.queries.js';
export { EndPause } from './pauses/end-pause.js';
export {
  PAUSE_KINDS,
  PAUSE_OUTCOMES,
  type PauseId,
  type PauseKind,
  type PauseOutcome,
  type PauseView,
} from './pauses/pause.js';
export { pauseList } from './pauses/pause.repository.js';
export { StartPause, type PauseInput } from './pauses/start-pause.js';
export {
  ForecastDunning,
  MOST_LISTED,
  type DunningForecast,
  type PlannedStep,
} from './run/dry-run.js';
export { DUNNING_RUN_STATUSES, type DunningRun, type DunningRunStatus } from './run/dunning-run.js';
export { dunningRunList, readDunningRun } from './run/dunning-run.repository.js';
export { OpenDunningRuns, type DeadRun } from './run/open-dunning-runs.js';
export { CollectPayment } from './run/collect-payment.js';
export { HOLD_REASONS, type HoldReason } from './run/next-step.js';
export { RunDunning, type DunningRunRequest } from './run/run-dunning.js';
export {
  DUNNING_ACTIONS,
  MOST_GAP_DAYS,
  MOST_STEPS,
  type DunningAction,
  type DunningScheduleView,
  type DunningStep,
  type PausedAccount,
  type StepInput,
} from './schedule/dunning-schedule.js';
export { PutDunningSchedule, type DunningScheduleInput } from './schedule/put-dunning-schedule.js';
export {
  NoSubscriptions,
  SubscriptionControl,
  type SubscriptionAction,
  type SubscriptionOutcome,
  type UnpaidSubscription,
} from './subscription-control.port.js';
export { dunningInvariants } from './verify/dunning-invariants.js';
export { dunningMigrations, dunningEntities } from './dunning.schema.js';
