export { attemptList } from './attempts/attempt-list.js';
export {
  type AttemptId,
  attemptNoun,
  type AttemptView,
  type DunningRunId,
} from './attempts/attempt.js';
export { RetryAttempt } from './attempts/retry-attempt.js';
export {
  dunningAttemptNotFailed,
  dunningNotConfigured,
  dunningPauseEnded,
  dunningRunInProgress,
} from './dunning.errors.js';
export { DunningModule } from './dunning.module.js';
export { DunningQueries, type InvoiceDunning } from './dunning.queries.js';
export { dunningMigrations } from './dunning.schema.js';
export { DUNNING_CLOCK } from './dunning.settings.js';
export {
  ChargeLate,
  type LateBillSkipped,
  type LateBillView,
  type LateChargesAhead,
  type LateChargesMade,
  type LateChargeView,
  type LateInvoiceMade,
  MOST_BILLS,
} from './late-charges/charge-late.js';
export { type EarlierTerms, MOST_EARLIER } from './late-charges/earlier-terms.js';
export {
  LAST_ASKING_DAY,
  type LateTermsInput,
  MOST_CURRENCIES,
  MOST_GRACE_DAYS,
  type SavedLateTerms,
} from './late-charges/late-terms.js';
export { readLateTerms } from './late-charges/late-terms.repository.js';
export { PutLateTerms } from './late-charges/put-late-terms.js';
export { withheldLetter } from './letters/withheld-letter.js';
export { EndPause } from './pauses/end-pause.js';
export { pauseList } from './pauses/pause.repository.js';
export { type PauseId, pauseNoun, type PauseView } from './pauses/pause.js';
export { type PauseInput, StartPause } from './pauses/start-pause.js';
export {
  type DunningForecast,
  ForecastDunning,
  MOST_STEPS_LISTED,
  type PlannedLetter,
  type PlannedStep,
} from './run/dry-run.js';
export { dunningRunList, readDunningRun } from './run/dunning-run.repository.js';
export { type DunningRun, runNoun } from './run/dunning-run.js';
export { HOLD_REASONS, type HoldReason } from './run/next-step.js';
export { type DeadRun, OpenDunningRuns } from './run/open-dunning-runs.js';
export { RunDunning } from './run/run-dunning.js';
export {
  DUNNING_ACTIONS,
  type DunningAction,
  type DunningScheduleView,
  type DunningStep,
  MOST_GAP_DAYS,
  MOST_STEPS,
  type PausedAccount,
  type StepInput,
} from './schedule/dunning-schedule.js';
export { MOST_FEE_CURRENCIES, type StepFee } from './step-fees/step-fee.js';
export { PutDunningSchedule } from './schedule/put-dunning-schedule.js';
export { NoSubscriptions } from './subscription-control.port.js';
export { dunningInvariants } from './verify/dunning-invariants.js';
export { dunningRunFigures } from './run/run-figures.queries.js';
