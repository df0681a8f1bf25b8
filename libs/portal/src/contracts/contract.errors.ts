import { defineProblem } from '@quittance/kernel';

export const contractNotRenewable = defineProblem(
  'contract_not_renewable',
  409,
  'The contract is not renewed',
  'A contract that is {status} is not renewed: ask for a new quote.',
);
