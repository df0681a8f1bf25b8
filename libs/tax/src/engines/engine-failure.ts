export const ENGINE_FAILURES = [
  /** The provider understood and said no. */
  'refused',
  /** The credentials are not good, or not good for this. */
  'unauthorised',
  /** The provider turns requests away. */
  'throttled',
  'timeout',
  /** Unreachable, or an error of its own. */
  'unavailable',
  /** An answer that cannot be used: no JSON, sums that do not add up. */
  'bad_answer',
  /** The provider cannot do it at all. */
  'unsupported',
] as const;

export type EngineFailureKind = (typeof ENGINE_FAILURES)[number];
