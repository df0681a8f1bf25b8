import { defineProblem } from '@quittance/kernel';

export const dunningNotConfigured = defineProblem(
  'dunning_not_configured',
  422,
  'There is no dunning schedule',
  'The company has no dunning steps yet; save a dunning schedule first.',
);

export const dunningRunInProgress = defineProblem(
  'dunning_run_in_progress',
  409,
  'Another dunning run is in progress',
  'A dunning run as of {asOf} is in progress; try again when it has ended.',
);

export const dunningAttemptNotFailed = defineProblem(
  'dunning_attempt_not_failed',
  409,
  'The attempt has not failed',
  'Only an attempt that failed is tried again; this one is {result}.',
);

export const dunningPauseEnded = defineProblem(
  'dunning_pause_ended',
  409,
  'The pause has ended',
  'The pause has already ended.',
);
