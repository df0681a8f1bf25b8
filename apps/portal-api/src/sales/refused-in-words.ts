import { validationFailed, type DomainError } from '@quittance/kernel';
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

/** Why something was refused, in the language of the page. */
export function refusedInWords(error: DomainError, words: QuoteWords): string {
  if (error.code === validationFailed.code) {
    const names = (error.options.errors ?? []).map(({ pointer = '' }) => nameOf(pointer, words));
    return words.isMissing.replace('{name}', () => [...new Set(names)].join(', '));
  }
  const said: Readonly<Record<string, string>> = {
    [contentChanged.code]: words.hasChanged,
    [pageExpired.code]: words.hasChanged,
    [quoteExpired.code]: words.isExpired,
    [quoteNotOpen.code]: words.isNotOpen,
    [quoteSuperseded.code]: words.isBeingRevised,
    [reasonRequired.code]: words.sayWhy,
    [selectionInvalid.code]: words.notPossible,
  };
  return said[error.code] ?? words.isNotOpen;
}
