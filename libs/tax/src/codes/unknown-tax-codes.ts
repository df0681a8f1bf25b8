import type { DomainError } from '@quittance/kernel';
import { taxCodeUnknown } from '../tax.errors.js';

/** A tax code that the set-up does not have, and where the request names it. */
export interface UnknownTaxCode {
  readonly pointer: string;
  readonly code: string;
}

/** One refusal for all of them, each with its pointer. */
export function unknownTaxCodes(unknown: readonly UnknownTaxCode[]): DomainError {
  const codes = [...new Set(unknown.map(({ code }) => code))].join(', ');
  const errors = unknown.map(({ pointer, code }) => ({
    pointer,
    code: taxCodeUnknown.code,
    message: `There is no tax code ${code}.`,
  }));
  return taxCodeUnknown({ codes }, { errors });
}

/** What documents are taxed by, as far as their codes go. */
interface KnowsCodes {
  readonly book: { knowsCode(code: string): boolean };
  /** An external engine names codes of its own. */
  readonly quoteOf?: unknown;
}

/**
 * Refuses lines that are not priced as yet, of a schedule, for codes that would be unknown then.
 * @throws DomainError tax_code_unknown
 */
export function refuseUnknownTaxCodes(
  { book, quoteOf }: KnowsCodes,
  lines: readonly { readonly taxCode?: string | null }[],
): void {
  if (quoteOf) return;
  const unknown = lines.flatMap(({ taxCode }, i) =>
    taxCode && !book.knowsCode(taxCode) ? [{ pointer: `/lines/${i}/taxCode`, code: taxCode }] : [],
  );
  if (unknown.length > 0) throw unknownTaxCodes(unknown);
}
