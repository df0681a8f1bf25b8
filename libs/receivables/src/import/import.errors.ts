import { defineProblem } from '@quittance/kernel';

export const importNotReadable = defineProblem(
  'import_not_readable',
  422,
  'The file cannot be read',
  'The file cannot be read, so nothing was imported. {reason}',
);

export const importNotValid = defineProblem(
  'import_not_valid',
  422,
  'Lines of the file are not valid',
  '{wrong} of {rows} lines are not valid, so nothing was imported.',
);
