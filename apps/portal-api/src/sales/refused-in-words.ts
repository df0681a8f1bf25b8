import { creditHoldHard } from '@quittance/credit';
import { validationFailed, type DomainError, type FieldError } from '@quittance/kernel';
import { recordAwaitsApproval } from '@quittance/rules/host';
import {
  contentChanged,
  pageExpired,
  quoteExpired,
  quoteNotOpen,
  quoteSuperseded,
  reasonRequired,
  selectionInvalid,
} from '@quittance/sales/host';
import type { QuoteWords } from './words/quote-words.js';

/** The fields of the forms under the names that the page gives them. */
function nameOf(pointer: string, words: QuoteWords): string {
  const names: Readonly<Record<string, string>> = {
    '/name': words.yourName,
    '/email': words.yourEmail,
    '/poNumber': words.yourOrderNumber,
    '/signature': words.signHere,
    '/message': words.message,
    '/reason': words.why,
  };
  return names[pointer] ?? pointer.slice(1);
}

/**
 * Why something was refused, in the language of the page.
 * @param more faults of a form beside those of the refusal
 */
export function refusedInWords(
  error: DomainError,
  more: readonly FieldError[],
  words: QuoteWords,
): string {
  if (error.code === validationFailed.code) {
    const names = [...(error.options.errors ?? []), ...more].map(({ pointer = '' }) =>
      nameOf(pointer, words),
    );
    return words.isMissing.replace('{name}', () => [...new Set(names)].join(', '));
  }
  const said: Readonly<Record<string, string>> = {
    [contentChanged.code]: words.hasChanged,
    [pageExpired.code]: words.hasChanged,
    [quoteExpired.code]: words.isExpired,
    [creditHoldHard.code]: words.isHeld,
    [quoteNotOpen.code]: words.isNotOpen,
    [quoteSuperseded.code]: words.isBeingRevised,
    [recordAwaitsApproval.code]: words.isReviewed,
    [reasonRequired.code]: words.sayWhy,
    [selectionInvalid.code]: words.notPossible,
  };
  return said[error.code] ?? words.isNotOpen;
}
