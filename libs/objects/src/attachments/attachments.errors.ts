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
