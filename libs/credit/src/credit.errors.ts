import { defineProblem } from '@quittance/kernel';

export const creditHoldHard = defineProblem(
  'credit_hold_hard',
  422,
  'The customer is on hold',
  'A hard credit hold ({reason}) forbids it; it has to be released first.',
);

/** The same to a customer: why they are on hold is what staff have written for one another. */
export const customerHold = () =>
  creditHoldHard({ reason: 'ask whoever looks after your account' });

export const creditCheckFailed = defineProblem(
  'credit_check_failed',
  422,
  'The credit check failed',
  'Credit check {checkId} came to {outcome}; request an override of it or ask for less.',
);

export const creditCheckNotOverridable = defineProblem(
  'credit_check_not_overridable',
  409,
  'The check cannot be overridden',
  'Only the latest check of a document is overridden, and only one that needs approval or was ' +
    'rejected; this one is {status}.',
);

export const creditHoldExists = defineProblem(
  'credit_hold_exists',
  409,
  'There is such a hold already',
  'The customer has a {strength} hold for {reason} already; release it first.',
);

export const creditHoldReleased = defineProblem(
  'credit_hold_released',
  409,
  'The hold is released',
  'The hold was released before.',
);

export const creditOverrideNotRequested = defineProblem(
  'credit_override_not_requested',
  409,
  'The override is decided',
  'Only an override that is requested can be decided; this one is {status}.',
);

export const overrideExpired = defineProblem(
  'override_expired',
  409,
  'The override has expired',
  'The override expired at {expiresAt} and can no longer be decided.',
);

export const ownOverride = defineProblem(
  'own_override',
  409,
  'The own request',
  'Nobody approves an override that they requested themselves.',
);
