import { defineProblem } from '@quittance/kernel';

export const orderNotDraft = defineProblem(
  'order_not_draft',
  409,
  'The order is no draft',
  'Nobody can {operation} an order that is {status}.',
);

export const orderNotPending = defineProblem(
  'order_not_pending',
  409,
  'The order is not pending',
  'Nobody can {operation} an order that is {status}.',
);

export const awaitingCustomerApproval = defineProblem(
  'awaiting_customer_approval',
  409,
  'The order waits for its customer',
  'Somebody of the customer has to approve {number} before anything else is done about it.',
);

export const orderNotPendingApproval = defineProblem(
  'order_not_pending_approval',
  409,
  'The order does not wait for approval',
  'Nobody can {operation} an order that is {status}.',
);

export const orderSentLately = defineProblem(
  'order_sent_lately',
  429,
  'The order was sent a moment ago',
  'The customer gets a confirmation at most once in {seconds} seconds and {most} times in a day.',
);

export const orderNotConfirmed = defineProblem(
  'order_not_confirmed',
  409,
  'The order is not confirmed',
  'Nobody can {operation} an order that is {status}.',
);

export const orderNotShipped = defineProblem(
  'order_not_shipped',
  409,
  'The order is not shipped',
  'Nobody can {operation} an order that is {status}.',
);

export const orderNotDelivered = defineProblem(
  'order_not_delivered',
  409,
  'The order is not delivered',
  'Nobody can {operation} an order that is {status}.',
);

export const orderHasNoLines = defineProblem(
  'order_has_no_lines',
  422,
  'The order has no lines',
  'An order needs a line that is priced before it is placed.',
);

export const orderTaxUndetermined = defineProblem(
  'order_tax_undetermined',
  409,
  'The tax of a line is not known',
  'No rate is in force for lines {lines} where they are supplied; add one, or give them their own.',
);

export const creditFlagDenied = defineProblem(
  'credit_flag_denied',
  403,
  'The credit of an order is not theirs to skip',
  'Whoever confirms with {flags} needs the right to approve credit checks.',
);

export const overDelivery = defineProblem(
  'over_delivery',
  422,
  'More would be shipped than was ordered',
  'Of line {line} at most {most} is still to be shipped.',
);

export const lineNotShippable = defineProblem(
  'line_not_shippable',
  422,
  'Nothing of the line is shipped',
  'Line {line} is nothing that is shipped.',
);

export const returnExceedsShipped = defineProblem(
  'return_exceeds_shipped',
  422,
  'More would come back than was shipped',
  'Of line {line} at most {most} can come back.',
);

export const orderHasShipments = defineProblem(
  'order_has_shipments',
  409,
  'Something was shipped',
  'Order {number} was shipped in part: close it short instead of cancelling it.',
);

export const orderHasInvoices = defineProblem(
  'order_has_invoices',
  409,
  'Something was invoiced',
  'Order {number} was invoiced ({invoices}): void or credit that before the order is cancelled.',
);

export const orderInvoiced = defineProblem(
  'order_invoiced',
  409,
  'The order was invoiced',
  'Invoices name order {number} ({invoices}): its account and its currency stay.',
);

export const orderNotInvoiced = defineProblem(
  'order_not_invoiced',
  409,
  'Something is left to invoice',
  'Order {number} is not invoiced in full: say why it is closed all the same.',
);

export const creditFirst = defineProblem(
  'credit_first',
  409,
  'What is to be given up was invoiced',
  'Of line {line} more was invoiced than is kept; credit that first.',
);

export const belowFulfilled = defineProblem(
  'below_fulfilled',
  422,
  'More was shipped or invoiced already',
  'Of line {line} at least {least} has to stay ordered.',
);

export const orderLineInvoiced = defineProblem(
  'order_line_invoiced',
  422,
  'The line was invoiced',
  'Line {line} was invoiced at its price; add a new line for another one.',
);

export const planMissing = defineProblem(
  'order_plan_missing',
  422,
  'There is no plan to subscribe to',
  'An active plan of its product, with its frequency and timing, is missing for line {lines}.',
);

export const orderLinesFixed = defineProblem(
  'order_lines_fixed',
  409,
  'The order is what was quoted',
  'Order {number} was made of a quote that its customer accepted: amend it once it is confirmed.',
);

export const exceedsInvoiceable = defineProblem(
  'exceeds_invoiceable',
  422,
  'More would be invoiced than can be',
  'Of line {line} at most {most} can be invoiced now.',
);

export const mixedInvoicing = defineProblem(
  'mixed_invoicing',
  422,
  'The line is invoiced otherwise',
  'Quantities and percentages do not mix: line {line} is invoiced by the other of them.',
);

export const nothingToInvoice = defineProblem(
  'nothing_to_invoice',
  409,
  'Nothing is left to invoice',
  'All of the order that can be invoiced now has been.',
);

export const milestoneReached = defineProblem(
  'milestone_reached',
  409,
  'The milestone was reached before',
  'Milestone {name} of line {line} was reached before.',
);

export const depositExceedsOrder = defineProblem(
  'deposit_exceeds_order',
  422,
  'The deposits would come to more than the order',
  'At most {most} {currency} can still be asked for ahead of order {number}.',
);

export const orderNotCancellable = defineProblem(
  'order_not_cancellable',
  409,
  'The order can no longer be cancelled',
  'An order that is {status} is no longer cancelled by its customer.',
);
