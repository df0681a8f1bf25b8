import { defineProblem } from '@quittance/kernel';

export const registrationStatusConflict = defineProblem(
  'registration_status_conflict',
  409,
  'The registration is in another state',
  'A registration that is {status} does not allow this: {step}.',
);

export const registrationNotEditable = defineProblem(
  'registration_not_editable',
  409,
  'The registration is fixed',
  'A registration that is {status} does not change any more.',
);

export const customerProtected = defineProblem(
  'customer_protected',
  409,
  'The end customer is protected',
  'The end customer is protected by a registration that was approved, until {until}.',
);

export const earlierRegistrationWaiting = defineProblem(
  'earlier_registration_waiting',
  409,
  'An earlier registration waits',
  'An earlier registration of the end customer waits to be decided.',
);

export const extensionNotAllowed = defineProblem(
  'extension_not_allowed',
  409,
  'The protection is not extended',
  'The protection is not extended: {reason}.',
);

export const commissionStatusConflict = defineProblem(
  'commission_status_conflict',
  409,
  'The commission is in another state',
  'A commission that is {status} does not allow this: {step}.',
);

export const commissionStatementStatusConflict = defineProblem(
  'commission_statement_status_conflict',
  409,
  'The statement is in another state',
  'A statement that is {status} does not allow this: {step}.',
);

export const ownAdjustment = defineProblem(
  'own_adjustment',
  409,
  'The own adjustment',
  'Nobody approves a statement with an adjustment that they wrote themselves.',
);

export const planOverlaps = defineProblem(
  'plan_overlaps',
  422,
  'Another plan holds already',
  'The plan {name} holds for one of these partners on one of these days.',
);
