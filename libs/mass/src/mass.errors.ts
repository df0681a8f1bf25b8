import { defineProblem } from '@quittance/kernel';

export const importFileNotReadable = defineProblem(
  'import_file_not_readable',
  422,
  'The file cannot be read',
  'The file cannot be read here. {reason}',
);

export const importBusy = defineProblem(
  'import_busy',
  503,
  'Too many workbooks at once',
  'More workbooks are being read than this process takes, or than it takes of one company. Send ' +
    'it again, or send the table as CSV.',
);

export const importColumnsInvalid = defineProblem(
  'import_columns_invalid',
  422,
  'Columns of the file are not fields',
  'The header names what is no field that can be imported, so nothing was.',
);

export const bulkTooMany = defineProblem(
  'bulk_too_many',
  422,
  'Too many records at once',
  'More than {most} records are meant; narrow the filter and repeat it.',
);

export const partlySaved = defineProblem(
  'partly_saved',
  503,
  'Only a part was saved',
  '{reason} {done} {next}',
);
