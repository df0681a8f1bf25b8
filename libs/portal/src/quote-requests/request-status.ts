import { quoteRequestStatusConflict } from './quote-request.errors.js';

/**
 * `draft` the customer is still writing it · `submitted` it is with the company · `ready` the quote
 * that was made of it was sent · `converted` there is an order of that quote.
 */
export const REQUEST_STATUSES = [
  'draft',
  'submitted',
  'ready',
  'converted',
  'withdrawn',
  'declined',
] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** What customers, staff and their quotes do to a request. */
export const REQUEST_STEPS = [
  'edit',
  'submit',
  'withdraw',
  'publish',
  'review',
  'assign',
  'quote',
  'decline',
  'send',
  'order',
] as const;
export type RequestStep = (typeof REQUEST_STEPS)[number];

/** The table of states: what is not in it is refused. */
const STEPS: Readonly<Record<RequestStep, Partial<Record<RequestStatus, RequestStatus>>>> = {
  edit: { draft: 'draft' },
  submit: { draft: 'submitted' },
  withdraw: { draft: 'withdrawn', submitted: 'withdrawn' },
  publish: { submitted: 'submitted', ready: 'ready', converted: 'converted' },
  review: { submitted: 'submitted', ready: 'ready' },
  assign: { submitted: 'submitted', ready: 'ready' },
  // A quote that was sent and given up later is made anew.
  quote: { submitted: 'submitted', ready: 'submitted' },
  decline: { submitted: 'declined' },
  send: { submitted: 'ready', ready: 'ready' },
  order: { submitted: 'converted', ready: 'converted' },
};

/** The status after a step; undefined where it is none of that status. */
export function requestStatusAfter(
  status: RequestStatus,
  step: RequestStep,
): RequestStatus | undefined {
  return STEPS[step][status];
}

/** @throws DomainError quote_request_status_conflict */
export function requireRequestStep(status: RequestStatus, step: RequestStep): RequestStatus {
  const to = requestStatusAfter(status, step);
  if (!to) throw quoteRequestStatusConflict({ status, step });
  return to;
}
