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

export const emailBodyRemoved = defineProblem(
  'email_body_removed',
  409,
  'The e-mail has no body any more',
  'What was to be sent was removed on {date}, as bodies are kept for a limited time.',
);

export const templateRenderingBusy = defineProblem(
  'template_rendering_busy',
  503,
  'Too many e-mails are being rendered',
  'More e-mails of the company are waiting to be rendered than can be soon; try again.',
);

export const emailNotAvailable = defineProblem(
  'email_not_available',
  422,
  'E-mail is not available',
  'This installation has no mail server. Nothing was changed; do it without e-mail.',
);

export const emailRecipientMissing = defineProblem(
  'email_recipient_missing',
  422,
  'There is nobody to e-mail',
  'The account {account} has no e-mail address that can be written to. Nothing was changed.',
);

export const emailTemplateUnusable = defineProblem(
  'email_template_unusable',
  422,
  'The e-mail template cannot be used',
  'The template {template} is switched off or cannot be rendered. Nothing was changed.',
);

export const emailTemplateExists = defineProblem(
  'email_template_exists',
  409,
  'There is such a template already',
  'The company has a template {code} already: change that one.',
);

export const emailTemplateInUse = defineProblem(
  'email_template_in_use',
  409,
  'The e-mail template is in use',
  'The template {code} is sent by {count} others, which have to let it go first: {uses}.',
);

export const emailTemplateLimitReached = defineProblem(
  'email_template_limit_reached',
  409,
  'There are too many templates',
  'A company has at most {most} templates of its own.',
);
