import { defineProblem } from '@quittance/kernel';

export const invoiceHasNoBalance = defineProblem(
  'invoice_has_no_balance',
  422,
  'Nothing is outstanding',
  'The invoice has no outstanding balance that could be paid online.',
);

export const paymentInProgress = defineProblem(
  'payment_in_progress',
  409,
  'A payment is under way',
  'The customer has paid the invoice by a method that takes days, and {provider} waits for the ' +
    'money. No other link is made until that has come or failed.',
);

export const paymentProviderNotConfigured = defineProblem(
  'payment_provider_not_configured',
  422,
  'No payment provider is configured',
  'The company has no active payment connector and no payment provider is set up for this system.',
);

export const paymentProviderUnavailable = defineProblem(
  'payment_provider_unavailable',
  503,
  'The payment provider is not available',
  'The payment provider {provider} did not make the payment link: {reason} No money was moved; ' +
    'try again.',
);

export const amountNotRepresentable = defineProblem(
  'amount_not_representable',
  422,
  'The provider cannot take this amount',
  'The payment provider {provider} cannot charge {amount} {currency}.',
);

export const invalidSignature = defineProblem(
  'invalid_signature',
  401,
  'The signature is not valid',
  'The webhook carries no valid signature of its provider.',
);

export const receiptAlreadyResolved = defineProblem(
  'receipt_already_resolved',
  409,
  'The receipt is already resolved',
  'Somebody has already resolved this unapplied receipt.',
);

export const providerRefundRefused = defineProblem(
  'provider_refund_refused',
  422,
  'The provider refuses the refund',
  'The payment provider {provider} does not return the money: {reason}',
);

export const partialPaymentNotAllowed = defineProblem(
  'partial_payment_not_allowed',
  422,
  'A part is not taken',
  'The invoice is paid as a whole: the amount must be all that is outstanding and not disputed.',
);

export const paymentBelowMinimum = defineProblem(
  'payment_below_minimum',
  422,
  'The part is too small',
  'A part of {amount} {currency} is below the {least} {currency} that are taken at least.',
);

export const tooManyInvoices = defineProblem(
  'too_many_invoices',
  422,
  'Too many invoices at once',
  'At most {most} invoices are paid together.',
);

export const disputeDecided = defineProblem(
  'dispute_decided',
  409,
  'The dispute is decided',
  'The bank has decided the dispute, or it is resolved: evidence is of no use any more.',
);

export const disputeEvidenceSubmitted = defineProblem(
  'dispute_evidence_submitted',
  409,
  'The evidence was handed in',
  'The evidence of the dispute was handed in at the provider, which takes it once.',
);

export const disputeEvidenceMissing = defineProblem(
  'dispute_evidence_missing',
  409,
  'There is no evidence',
  'Nothing is gathered about the dispute that could have been handed in.',
);

export const disputeEvidenceLimit = defineProblem(
  'dispute_evidence_limit',
  409,
  'There is too much evidence',
  'A dispute takes at most {most} pieces of evidence.',
);
