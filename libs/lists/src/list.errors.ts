import { defineProblem } from '@quittance/kernel';

export const invalidListRequest = defineProblem(
  'invalid_list_request',
  400,
  'The list request is not valid',
  'One or more parameters of the list cannot be read.',
);
