import { defineProblem } from '@quittance/kernel';

export const statementTooLong = defineProblem(
  'statement_too_long',
  422,
  'The statement is too long',
  'More than {most} movements fall into the period; ask for a shorter one.',
);
