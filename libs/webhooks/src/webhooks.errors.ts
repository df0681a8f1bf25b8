import { defineProblem } from '@quittance/kernel';

export const webhookLimitReached = defineProblem(
  'webhook_limit_reached',
  422,
  'No more webhooks can be added',
  'A company has at most {most} webhooks; delete one that is no longer needed.',
);

export const webhookNotActive = defineProblem(
  'webhook_not_active',
  409,
  'The webhook is switched off',
  'Nothing is sent to {url} while the webhook is switched off; switch it on first.',
);

export const webhookMessagePending = defineProblem(
  'webhook_message_pending',
  409,
  'The message is still being delivered',
  'The message is {status}; only one that was delivered or has failed is sent again.',
);
