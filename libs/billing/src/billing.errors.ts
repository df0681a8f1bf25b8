import { defineProblem } from '@quittance/kernel';

export const scheduleAlreadyBilled = defineProblem(
  'schedule_already_billed',
  409,
  'The schedule is already billed',
  'The schedule already has an invoice for its period from {date}.',
);

export const scheduleStatusConflict = defineProblem(
  'schedule_status_conflict',
  409,
  'The status of the schedule forbids it',
  'A schedule that is {status} cannot be {operation}.',
);

export const scheduleNotEditable = defineProblem(
  'schedule_not_editable',
  409,
  'The schedule can no longer be edited',
  'A schedule that is {status} does not allow changes to {what}.',
);

export const scheduleOfSubscription = defineProblem(
  'schedule_of_subscription',
  409,
  'The schedule follows a subscription',
  'The schedule bills the subscription {subscriptionId} and follows it. Change that instead.',
);

export const scheduleHasNoLines = defineProblem(
  'schedule_has_no_lines',
  422,
  'The schedule has no lines',
  'A schedule needs at least one line before it is activated.',
);

export const scheduleEnded = defineProblem(
  'schedule_ended',
  409,
  'The schedule has ended',
  'No period of the schedule is left before its end date {endDate}. Activate it with backfill ' +
    'to bill the periods it missed, or cancel it.',
);

export const scheduleLineConflict = defineProblem(
  'schedule_line_conflict',
  409,
  'The line does not wait for that',
  'The line has the trigger {trigger} and is {state}, so it cannot be {operation}.',
);

export const scheduleNotBilled = defineProblem(
  'schedule_not_billed',
  422,
  'The schedule could not be billed',
  'The invoice for the period from {date} could not be stored. Check the amounts, the products ' +
    'and the account of the schedule. Where they are right it is a fault of the program, which ' +
    'its log tells; the next run tries again.',
);

export const tooManyPeriods = defineProblem(
  'too_many_periods',
  422,
  'Too many periods are due',
  'More than {most} periods are due as of {asOf}; the rest waits for the next run.',
);

export const previewChanged = defineProblem(
  'preview_changed',
  409,
  'The preview no longer holds',
  'What is due has changed since the preview: {what}. Nothing was billed; look at the preview ' +
    'again.',
);

export const billingRunFailed = defineProblem(
  'billing_run_failed',
  500,
  'The billing run failed',
  'The billing run met a fault of this installation and was given up. What it billed until ' +
    'then stands; the operators were told.',
);

export const noUsageBilled = defineProblem(
  'no_usage_billed',
  409,
  'The invoice is of no subscription',
  'The invoice {number} is of no subscription, so that no usage is billed by it.',
);

export const creditPromised = defineProblem(
  'credit_promised',
  422,
  'It comes back already',
  'Of the invoice {number} {promised} {currency} come back by a change of its subscription. No ' +
    'more than what is left beside that can be credited or taken off, which is exceeded by ' +
    '{excess} {currency}.',
);
