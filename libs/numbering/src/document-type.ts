import type { NumberingRules } from './number-format.js';

/** The documents whose numbers an administrator may shape. */
export const DOCUMENT_TYPES = [
  'invoice',
  'payment',
  'quote',
  'sales-order',
  'case',
  'credit-note',
  'contract',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

const PREFIXES: Record<DocumentType, string> = {
  invoice: 'INV',
  payment: 'PAY',
  quote: 'Q',
  'sales-order': 'SO',
  case: 'CAS',
  'credit-note': 'CN',
  contract: 'CT',
};

/** What applies until an administrator saves something else. */
export function defaultRules(type: DocumentType): NumberingRules {
  return { format: `${PREFIXES[type]}-{SEQ:6}`, reset: 'never', start: 1n, increment: 1n };
}
