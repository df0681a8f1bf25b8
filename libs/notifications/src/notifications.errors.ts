import { defineProblem } from '@quittance/kernel';

export const emailTemplateInvalid = defineProblem(
  'email_template_invalid',
  422,
  'The e-mail template is not valid',
  'The template cannot be saved or shown: see the place and the reason of each fault.',
);

export const emailNotRetryable = defineProblem(
  'email_not_retryable',
  409,
  'The e-mail cannot be sent again',
  'Only an e-mail that has failed can be tried again; this one is {status}.',
);

export const templateRenderingBusy = defineProblem(
  'template_rendering_busy',
  503,
  'Too many e-mails are being rendered',
  'More e-mails of the company are waiting to be rendered than can be soon; try again.',
);
