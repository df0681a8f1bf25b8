import { defineProblem } from '@quittance/kernel';

export const contractNotActive = defineProblem(
  'contract_not_active',
  409,
  'The state of the contract forbids it',
  'The operation “{operation}” is not open to a contract that is {status}.',
);

export const contractLocked = defineProblem(
  'contract_locked',
  409,
  'What was agreed of the contract stays',
  'A contract that is {status} does not allow changes to {what}.',
);

export const contractHasNoEnd = defineProblem(
  'contract_has_no_end',
  422,
  'The contract has no end',
  'The contract {number} has no end: it can be terminated, and is not renewed.',
);

export const noticeTooLate = defineProblem(
  'notice_too_late',
  409,
  'The notice is too late',
  'Notice was due by {by}. Whoever may approve contracts can force it.',
);

export const contractInUse = defineProblem(
  'contract_in_use',
  409,
  'The contract is in force or was',
  'The contract {number} is {status}: it is kept. Terminate it instead.',
);

export const contractAwaitsOrder = defineProblem(
  'contract_awaits_order',
  409,
  'The order of the contract is not confirmed',
  'The contract {number} is that of the order {order}: confirm or cancel the order instead.',
);

export const outsideContractTerm = defineProblem(
  'outside_contract_term',
  422,
  'The start is on no day of the contract',
  'The contract is in force {days}: nothing begins under it on {startDate}.',
);
