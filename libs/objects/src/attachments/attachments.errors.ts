import { defineProblem } from '@quittance/kernel';

export const documentEmpty = defineProblem(
  'document_empty',
  422,
  'The file is empty',
  'A file without a byte is not attached.',
);

export const documentUploadGivenUp = defineProblem(
  'document_upload_given_up',
  409,
  'The upload was given up',
  'The file came too slowly, so its upload was given up; send it again.',
);

export const fileTypeRefused = defineProblem(
  'file_type_refused',
  422,
  'The type of the file is refused',
  'Files of this type are not taken: {mimeType}.',
);

export const uploadLimitReached = defineProblem(
  'upload_limit_reached',
  422,
  'There are too many uploads',
  'A user has at most {most} files waiting to be attached, and sends at most {mebibytes} MiB a day.',
);
