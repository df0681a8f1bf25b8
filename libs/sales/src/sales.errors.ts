import { defineProblem } from '@quittance/kernel';

export const quoteLocked = defineProblem(
  'quote_locked',
  409,
  'The quote is fixed',
  'A quote that is {status} does not change any more; return it to draft or revise it.',
);

export const quoteStatusConflict = defineProblem(
  'quote_status_conflict',
  409,
  'The state of the quote forbids it',
  'Nobody can {operation} a quote that is {status}.',
);

export const quoteHasNoLines = defineProblem(
  'quote_has_no_lines',
  422,
  'The quote has no lines',
  'A quote needs a line that is chosen and priced before it is submitted.',
);

export const priceNotFound = defineProblem(
  'price_not_found',
  422,
  'A line has no price',
  'There is no price in {currency} for line {lines}.',
);

export const validityPassed = defineProblem(
  'validity_passed',
  422,
  'The quote is past its validity',
  'The quote was valid until {validUntil}; give it another day.',
);

export const discountExceedsLine = defineProblem(
  'discount_exceeds_line',
  422,
  'A discount is above its line',
  'A discount takes a line to nothing at most.',
);

export const quoteTaxUndetermined = defineProblem(
  'quote_tax_undetermined',
  409,
  'The tax of a line is not known',
  'No rate is in force for lines {lines} where they are supplied; add one, or give them their own.',
);

export const depositExceedsQuote = defineProblem(
  'deposit_exceeds_quote',
  422,
  'The deposit is above the quote',
  'The quote comes to {total} {currency}; no more than that is paid ahead.',
);

export const ownApproval = defineProblem(
  'own_approval',
  409,
  'The own request',
  'Nobody approves what they have asked for, written, priced or submitted themselves.',
);

export const quoteNotApproved = defineProblem(
  'quote_not_approved',
  409,
  'The quote is not approved',
  'Only an approved quote is sent; this one is {status}. In the mode “always” of approval, the ' +
    'default, somebody approves each.',
);

export const quoteNotOpen = defineProblem(
  'quote_not_open',
  409,
  'The quote is not open',
  'Only a quote that was sent and not decided can be; this one is {status}.',
);

export const quoteExpired = defineProblem(
  'quote_expired',
  409,
  'The quote has expired',
  'The quote was valid until {validUntil}.',
);

export const quoteSuperseded = defineProblem(
  'quote_superseded',
  409,
  'There is a newer revision',
  'Quote {number} has a newer revision than {revision}.',
);

export const contentChanged = defineProblem(
  'content_changed',
  409,
  'The quote is another than was shown',
  'What was shown is not what the quote says now; look at it again.',
);

export const selectionInvalid = defineProblem(
  'selection_invalid',
  422,
  'The selection is not possible',
  'Options are chosen among those that are offered, in the quantities that are, and as far as ' +
    'what is taken off the whole and what was approved of it allow.',
);

export const revisionOpen = defineProblem(
  'revision_open',
  409,
  'There is an open revision',
  'Quote {number} is being revised already.',
);

export const linkRevoked = defineProblem(
  'link_revoked',
  410,
  'The link leads nowhere any more',
  'The link was taken back or has expired.',
);

export const pageExpired = defineProblem(
  'page_expired',
  409,
  'The page is not the latest',
  'Load the page again: what it shows has changed since, or it was not loaded at all.',
);

export const reasonRequired = defineProblem(
  'reason_required',
  422,
  'The reason is missing',
  'Say why, in a few words.',
);

export const accountInactive = defineProblem(
  'account_inactive',
  422,
  'The customer is not active',
  'Nothing is sold to {name}, which is not active.',
);

export const receiptUnknown = defineProblem(
  'receipt_unknown',
  404,
  'There is no such receipt',
  'Nobody has a receipt with this hash.',
);

export const quoteSubmittedTooOften = defineProblem(
  'quote_submitted_too_often',
  409,
  'Quotes were submitted too often',
  'Where margins ask for approval, whoever may not see costs submits a quote {ofQuote} times and ' +
    '{ofPerson} quotes within 24 hours: wait, or have somebody submit it who may see them.',
);

export const quoteSentLately = defineProblem(
  'quote_sent_lately',
  429,
  'The quote was sent a moment ago',
  'The customer gets a quote at most once in {seconds} seconds and {most} times in a day.',
);
