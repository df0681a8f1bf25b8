import { defineProblem } from '@quittance/kernel';

export const subscriptionNotActive = defineProblem(
  'subscription_not_active',
  409,
  'The state of the subscription forbids it',
  'The operation “{operation}” is not open to a subscription that is {status}.',
);

export const subscriptionCancelled = defineProblem(
  'subscription_cancelled',
  409,
  'The subscription is cancelled',
  'The subscription was cancelled for {day}, which has come. Reactivate it instead.',
);

export const subscriptionSucceeded = defineProblem(
  'subscription_succeeded',
  409,
  'The subscription goes on as another',
  'The subscription was reactivated: it goes on as {successor}.',
);

export const trialAlreadyUsed = defineProblem(
  'trial_already_used',
  422,
  'The trial was used before',
  'The account has had a trial of the plan {plan}. A second one needs the right to approve.',
);

export const itemCurrencyMismatch = defineProblem(
  'item_currency_mismatch',
  422,
  'The plan has no price in the currency',
  'The plan {plan} has no price in {currency} for {quantity}.',
);

export const frequencyMismatch = defineProblem(
  'frequency_mismatch',
  422,
  'The items are not billed alike',
  'All items of a subscription have one frequency and one timing; those of {plan} are ' +
    '{frequency} and {timing}.',
);

export const cancelInPast = defineProblem(
  'cancel_in_past',
  422,
  'The day is past',
  'The subscription cannot end on {day}: its days until {today} are over.',
);

export const noOpenPeriod = defineProblem(
  'no_open_period',
  409,
  'No period is open',
  'No period of the subscription contains {day}.',
);

export const changePending = defineProblem(
  'change_pending',
  409,
  'Other prices are agreed for later',
  'Items have other prices from {day} on, as a renewal has agreed. Change them from that day.',
);

export const changeUnsettled = defineProblem(
  'change_unsettled',
  409,
  'A change is still to be settled',
  'The change of {day} is settled once the contract that ended before is renewed or has ended.',
);

export const noChangePending = defineProblem(
  'no_change_pending',
  409,
  'No change is planned',
  'Nothing is planned to change of the subscription.',
);

export const previewStale = defineProblem(
  'preview_stale',
  409,
  'The preview no longer holds',
  'Something has moved since the preview was made. Nothing was changed; look at it again.',
);

export const externalKeyTaken = defineProblem(
  'subscription_external_key_taken',
  409,
  'The external key is taken',
  'Another subscription already has the external key {externalKey}.',
);

export const pauseNotOffered = defineProblem(
  'pause_not_offered',
  422,
  'The plan does not let customers pause it',
  'A plan of the subscription does not let customers pause it. Ask the company.',
);

export const creditNeedsApproval = defineProblem(
  'credit_needs_approval',
  403,
  'The credit needs approval',
  'Giving back a whole period that has begun needs the right to approve subscriptions.',
);
