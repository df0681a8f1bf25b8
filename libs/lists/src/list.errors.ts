import { defineProblem } from '@quittance/kernel';

export const invalidListRequest = defineProblem(
  'invalid_list_request',
  400,
  'The list request is not valid',
  'One or more parameters of the list cannot be read.',
);

export const tooManyGroups = defineProblem(
  'too_many_groups',
  422,
  'There are too many groups',
  'The records fall into more than {most} groups. Filter them, or group them by less.',
);
