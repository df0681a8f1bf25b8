import { defineProblem } from '@quittance/kernel';

export const bankDetailsPending = defineProblem(
  'bank_details_pending',
  409,
  'Other bank details wait already',
  'What was sent before has yet to be looked at.',
);

export const ownBankChange = defineProblem(
  'own_bank_change',
  409,
  'Another has to approve it',
  'You have asked for these bank details yourself.',
);

export const bankChangeOfPeople = defineProblem(
  'bank_change_of_people',
  403,
  'People change where somebody is paid to',
  'What one of the staff asks for is approved by another, signed in; a key that nobody has made ' +
    'asks for nothing.',
);

export const bankChangeDecided = defineProblem(
  'bank_change_decided',
  409,
  'The bank details were decided on',
  'They were {status} already.',
);
