import { defineProblem } from '@quittance/kernel';

export const bankDetailsPending = defineProblem(
  'bank_details_pending',
  409,
  'Other bank details wait already',
  'What was sent before has yet to be looked at.',
);

export const bankChangeDecided = defineProblem(
  'bank_change_decided',
  409,
  'The bank details were decided on',
  'They were {status} already.',
);
