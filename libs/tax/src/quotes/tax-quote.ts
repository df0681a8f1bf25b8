import { currencyDigits } from '@quittance/money';
import { createHash } from 'node:crypto';
import { amountOfLine } from '../calculation/line-amount.js';
import type { FallbackReason, PricingRequest } from '../calculation/pricing.js';
import type { EngineAnswer, EngineRequest, EngineTax } from '../engines/tax-engine.port.js';
import { toldCustomer } from './told-customer.js';

/** What an external engine said of a line, or why it said nothing. Amounts are minor units. */
export type QuotedLine =
  | {
      readonly kind: 'given';
      readonly tax: bigint;
      readonly taxable: bigint;
      readonly taxes: readonly EngineTax[];
    }
  | { readonly kind: 'fallback'; readonly reason: FallbackReason };

/** The answer of an external engine to exactly one request, asked before the transaction. */
export interface TaxQuote {
  /** Of the request that was asked. */
  readonly fingerprint: string;
  readonly lines: readonly QuotedLine[];
}

/**
 * What an engine is asked about a document.
 * @param exemption the certificate that frees the customer where the goods go
 * @throws DomainError validation_failed when a line is no number or out of range
 */
export function engineRequest(request: PricingRequest, exemption: string | null): EngineRequest {
  const { currency, date, pricesIncludeTax, seller } = request;
  const digits = currencyDigits(currency);
  return {
    currency,
    date,
    pricesIncludeTax,
    seller,
    customer: toldCustomer(request),
    exemption,
    lines: request.lines.map((line, i) => ({
      id: String(i + 1),
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      ...amountOfLine(line, i, currency, digits),
      taxCode: line.taxCode,
    })),
  };
}

/** Names all that an engine's answer depends on, the engine itself included. */
export function requestFingerprint(engine: string, request: EngineRequest): string {
  const text = JSON.stringify([engine, request], (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return createHash('sha256').update(text).digest('base64url');
}

/** The quote of an answer; lines that it says nothing of fall back, for the reason told. */
export function quoteOf(
  fingerprint: string,
  { lines }: EngineRequest,
  answer: EngineAnswer,
  reasonOf: (lineId: string) => FallbackReason,
): TaxQuote {
  return {
    fingerprint,
    lines: lines.map(({ id }): QuotedLine => {
      const line = answer.get(id);
      return line ? { kind: 'given', ...line } : { kind: 'fallback', reason: reasonOf(id) };
    }),
  };
}
