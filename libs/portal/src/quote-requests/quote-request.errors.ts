import { defineProblem } from '@quittance/kernel';

export const quoteRequestStatusConflict = defineProblem(
  'quote_request_status_conflict',
  409,
  'The request is in another state',
  'A request for a quote that is {status} does not allow this: {step}.',
);

export const quoteRequestEmpty = defineProblem(
  'quote_request_empty',
  422,
  'Nothing is asked for',
  'A request for a quote has a line, notes or special instructions.',
);

export const quoteRequestHasNoAccount = defineProblem(
  'quote_request_has_no_account',
  422,
  'The request is of no customer yet',
  'Say first which account the end customer is.',
);
