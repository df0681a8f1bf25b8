/**
 * Injects the clock that runs are timed by: `@Inject(DUNNING_CLOCK) private readonly clock: Clock`.
 */
export const DUNNING_CLOCK = Symbol('quittance:dunning-clock');
