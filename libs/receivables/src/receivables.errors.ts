import { defineProblem } from '@quittance/kernel';

export const invoiceNotVoidable = defineProblem(
  'invoice_not_voidable',
  409,
  'The invoice cannot be voided',
  'A {status} invoice cannot be voided.',
);

export const invoiceHasPayments = defineProblem(
  'invoice_has_payments',
  409,
  'The invoice has payments',
  'Payments or credits of {settled} {currency} are applied to the invoice. Refund or unapply ' +
    'them first.',
);

export const invoiceHasCreditNotes = defineProblem(
  'invoice_has_credit_notes',
  409,
  'The invoice has credit notes',
  'The invoice is corrected by {notes}. Void those credit notes first, or its customer is ' +
    'credited twice.',
);

export const invoiceCreditOpen = defineProblem(
  'invoice_credit_open',
  409,
  'Credit for the invoice is open',
  'The invoice is corrected by {notes}, whose credit is not used up. Apply it to the invoice ' +
    'first: what is left then can be written off.',
);

export const invoiceLinesCredited = defineProblem(
  'invoice_lines_credited',
  409,
  'Lines of the invoice were credited',
  'The lines of the invoice stay as {notes} refers to them. Cancel it and write another one ' +
    'instead.',
);

export const invoiceStatusConflict = defineProblem(
  'invoice_status_conflict',
  409,
  'The status of the invoice forbids it',
  'An invoice that is {status} does not allow the operation {operation}.',
);

export const invoiceNotEditable = defineProblem(
  'invoice_not_editable',
  409,
  'The invoice can no longer be edited',
  'An invoice that is {status} does not allow changes to {what}.',
);

export const invoiceHasNoLines = defineProblem(
  'invoice_has_no_lines',
  422,
  'The invoice has no lines',
  'An invoice needs at least one line before it is submitted or sent.',
);

export const quantityZero = defineProblem(
  'quantity_zero',
  422,
  'A line is of nothing',
  'Line {lines} has the quantity 0: say how much it is, or take it off, before the invoice is ' +
    'submitted or sent.',
);

export const invoiceSentLately = defineProblem(
  'invoice_sent_lately',
  429,
  'The invoice was sent a moment ago',
  'The customer gets an invoice at most once in {seconds} seconds and {most} times in a day.',
);

export const taxUndetermined = defineProblem(
  'tax_undetermined',
  409,
  'The tax is not determined',
  'The {object} stays as it is: there is no rate for line {lines}, which should be taxed. Load ' +
    'the rate and recalculate, or give the line a rate of its own.',
);

export const accountNotActive = defineProblem(
  'account_not_active',
  422,
  'The account is not active',
  'The account {name} is not active, so nothing new can be billed to it.',
);

export const currencyMismatch = defineProblem(
  'currency_mismatch',
  422,
  'The currencies differ',
  'The {object} is in {expected}, not in {given}.',
);

export const accountMismatch = defineProblem(
  'account_mismatch',
  422,
  'The accounts differ',
  'The invoice {number} belongs to another account.',
);

export const paymentExceedsBalance = defineProblem(
  'payment_exceeds_balance',
  422,
  'Payment exceeds the balance',
  'The payment of {amount} {currency} is above the outstanding balance of {balance} {currency}.',
);

export const allocationsExceedPayment = defineProblem(
  'allocations_exceed_payment',
  422,
  'The allocations exceed the payment',
  'The allocations come to {allocated} {currency}, the payment to {amount} {currency}.',
);

export const paymentNotPending = defineProblem(
  'payment_not_pending',
  409,
  'The payment is not pending',
  'The payment is {status}; only a pending payment can be cleared or cancelled.',
);

export const paymentNotRefundable = defineProblem(
  'payment_not_refundable',
  409,
  'The payment cannot be refunded',
  'The payment is {status} and nothing of it is left to refund.',
);

export const refundExceedsPayment = defineProblem(
  'refund_exceeds_payment',
  422,
  'The refund exceeds the payment',
  'The refund of {amount} {currency} is above the {net} {currency} that are left of the payment.',
);

export const creditAlreadyUsed = defineProblem(
  'credit_already_used',
  409,
  'The credit of the payment is already used',
  'Credit from this payment was applied elsewhere, so at most {refundable} {currency} can be ' +
    'refunded. Unapply the credit first.',
);

export const providerRefundNotAvailable = defineProblem(
  'provider_refund_not_available',
  422,
  'The provider cannot be asked for the refund',
  'No payment provider is set up that can return the money of this payment. Nothing was ' +
    'changed; refund without the provider.',
);

export const refundInProgress = defineProblem(
  'refund_in_progress',
  409,
  'A refund is under way',
  'The provider is already returning money of this payment; wait until it has confirmed.',
);

export const creditNoteNotApplicable = defineProblem(
  'credit_note_not_applicable',
  409,
  'The credit note cannot be applied',
  'A credit note that is {status} cannot be applied.',
);

export const creditExceedsRemaining = defineProblem(
  'credit_exceeds_remaining',
  422,
  'The amount exceeds the credit',
  'The amount of {amount} {currency} is above the {remaining} {currency} that remain of the ' +
    'credit note.',
);

export const creditExceedsBalance = defineProblem(
  'credit_exceeds_balance',
  422,
  'The credit exceeds the balance',
  'The credit of {amount} {currency} is above the outstanding balance of {balance} {currency}.',
);

export const creditNotApplied = defineProblem(
  'credit_not_applied',
  409,
  'The credit is not applied there',
  'Only {applied} {currency} of the credit note are applied to the invoice.',
);

export const creditNoteStatusConflict = defineProblem(
  'credit_note_status_conflict',
  409,
  'The status of the credit note forbids it',
  'A credit note that is {status} does not allow the operation {operation}.',
);

export const creditNoteNotEditable = defineProblem(
  'credit_note_not_editable',
  409,
  'The credit note can no longer be edited',
  'A credit note that is {status} does not change. Void it and write another one.',
);

export const creditNoteNotVoidable = defineProblem(
  'credit_note_not_voidable',
  409,
  'The credit note cannot be voided',
  'A credit note that is {status} cannot be voided. Take it back off the invoices first.',
);

export const creditNoteHoldsPayment = defineProblem(
  'credit_note_holds_payment',
  409,
  'The credit note holds money of a payment',
  'The credit note keeps what a payment brought above what was open, and the payment stands. ' +
    'Refund the payment instead.',
);

export const creditNoteEmpty = defineProblem(
  'credit_note_empty',
  422,
  'The credit note is over nothing',
  'A credit note needs lines that come to more than zero before it is issued.',
);

export const creditNoteTotalNegative = defineProblem(
  'credit_note_total_negative',
  422,
  'The total of the credit note is negative',
  'The lines come to less than zero. Money owed by the customer is an invoice.',
);

export const creditExceedsLine = defineProblem(
  'credit_exceeds_line',
  422,
  'The credit exceeds the line',
  'Line {line} of the invoice {number} has {left} {currency} left that no other credit note ' +
    'covers.',
);

export const creditExceedsTax = defineProblem(
  'credit_exceeds_tax',
  422,
  'The credit exceeds what was taxed alike',
  'The credit note takes back {given} {currency} of what the invoice {number} asks at {tax}, and ' +
    '{left} {currency} of that are left that no other credit note covers.',
);

export const creditExceedsInvoice = defineProblem(
  'credit_exceeds_invoice',
  422,
  'The credit exceeds the invoice',
  'The credit note of {total} {currency} is above the {left} {currency} of the invoice ' +
    '{number} that no other credit note covers.',
);

export const disputeAlreadyOpen = defineProblem(
  'dispute_already_open',
  409,
  'The invoice is in dispute already',
  'Of the invoice {amount} {currency} are in dispute already; that dispute has to end first.',
);

export const disputeExceedsBalance = defineProblem(
  'dispute_exceeds_balance',
  422,
  'The disputed amount exceeds what is open',
  'The disputed amount of {amount} {currency} is above the {open} {currency} that can be disputed.',
);

export const invoiceTotalNegative = defineProblem(
  'invoice_total_negative',
  422,
  'The total of the invoice is negative',
  'The lines come to {total} {currency}. Money owed to the customer is a credit note.',
);

export const invoicePartyFixed = defineProblem(
  'invoice_party_fixed',
  409,
  'Account and currency of the invoice are fixed',
  'Payments or credits were booked on the invoice, so its account and currency no longer change.',
);

export const invoiceRegistered = defineProblem(
  'invoice_registered',
  409,
  'The invoice is registered already',
  'The invoice is registered under {irn}, which does not change any more.',
);

export const irnTaken = defineProblem(
  'irn_taken',
  409,
  'Another document has this reference number',
  'Another document is registered under {irn}; a reference number names one document.',
);

export const creditNoteRegistered = defineProblem(
  'credit_note_registered',
  409,
  'The credit note is registered already',
  'The credit note is registered under {irn}, which does not change any more.',
);

export const registrationMissing = defineProblem(
  'registration_missing',
  409,
  'There is no registration',
  'The document has no registration that could be cancelled.',
);

export const registrationCancelled = defineProblem(
  'registration_cancelled',
  409,
  'The registration is cancelled already',
  'The registration was cancelled on {cancelledOn}, which does not change any more.',
);

export const registrationStands = defineProblem(
  'registration_stands',
  409,
  'The registration stands',
  'The {object} {number} is registered under {irn}. Cancel that at the portal within 24 hours, ' +
    'tell it by irn/cancel, and void it then; later only {by} corrects it.',
);

export const creditNoteReopenedOrder = defineProblem(
  'credit_note_reopened_order',
  409,
  'The credit note has reopened its order',
  'What credit note {number} gave back to its order may be invoiced again by now: invoice that.',
);

export const invoiceOfOrder = defineProblem(
  'invoice_of_order',
  409,
  'The invoice is what was ordered',
  '{what} of invoice {number} is as it was asked for: cancel it and invoice otherwise.',
);

export const depositNotAvailable = defineProblem(
  'deposit_not_available',
  422,
  'No more is left of the deposit',
  'Of deposit {number} {most} {currency} were paid and are not deducted yet.',
);

export const noDepositLeft = defineProblem(
  'no_deposit_left',
  422,
  'The customer has paid nothing ahead that is left',
  'No deposit of the customer in the currency of invoice {number} has anything left that was paid.',
);

export const paymentAlreadyRecorded = defineProblem(
  'payment_already_recorded',
  409,
  'The payment was stated already',
  'A payment of the same amount, day and reference waits for the invoice already.',
);

export const paymentNotCompleted = defineProblem(
  'payment_not_completed',
  409,
  'The payment has not come',
  'The payment is {status}: there is a receipt of money that has come.',
);
