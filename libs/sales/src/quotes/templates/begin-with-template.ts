import { invalidField } from '@quittance/kernel';
import type { QuoteDraft } from '../quote-draft.js';
import type { QuoteLineInput } from '../lines/quote-line.js';
import type { QuoteTemplate } from './quote-template.js';

/** What a person wrote, with what they took over from a template. */
export interface BegunDraft extends QuoteDraft {
  readonly lines: readonly QuoteLineInput[];
  /** Of the template; null: as the company has it. */
  readonly validityDays: number | null;
}

const TAKEN_OVER = [
  'title',
  'language',
  'introduction',
  'terms',
  'notes',
  'termMonths',
  'adjustments',
  'deposit',
  'signatureRequired',
] as const;

/**
 * A draft with what a template says wherever the draft itself says nothing: null is something said.
 * Pure.
 * @throws DomainError validation_failed where neither has lines
 */
export function begunWith(template: QuoteTemplate | null, draft: QuoteDraft): BegunDraft {
  const lines = draft.lines ?? template?.lines;
  if (!lines) throw invalidField('/lines', 'required', 'is required without a template');
  if (!template) return { ...draft, lines, validityDays: null };
  const taken = TAKEN_OVER.flatMap((name) =>
    draft[name] === undefined && template[name] !== null ? [[name, template[name]]] : [],
  );
  const { validityDays } = template;
  return { ...draft, ...(Object.fromEntries(taken) as object), lines, validityDays };
}
