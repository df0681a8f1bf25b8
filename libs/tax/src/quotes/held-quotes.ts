import type { Currency } from '@quittance/money';
import type { PricingRequest } from '../calculation/pricing.js';
import type { ServingEngine } from '../connectors/serving-engines.js';
import type { EuroFactor } from '../decision/import-limit.js';
import type { EngineRequest } from '../engines/tax-engine.port.js';
import type { RateBook } from '../rate-books/rate-book.js';
import { engineRequest, requestFingerprint, type TaxQuote } from './tax-quote.js';

/** A request that an engine has still to be asked about. */
export interface WantedQuote {
  readonly fingerprint: string;
  readonly serving: ServingEngine;
  readonly request: EngineRequest;
}

/**
 * Ends a transaction that needs a quote nobody has asked for: it is asked outside, and begins
 * again.
 */
export class QuoteNeeded extends Error {
  override readonly name = 'QuoteNeeded';

  constructor() {
    super('An external engine, or an exchange rate, has still to be asked');
  }
}

/** The quotes of one operation, and what it turned out to need. */
export class HeldQuotes {
  private readonly quotes = new Map<string, TaxQuote>();
  private wanted = new Map<string, WantedQuote>();
  private readonly euros = new Map<Currency, EuroFactor | null>();
  private currencies = new Set<Currency>();
  private collecting = false;
  private external = false;

  /** Whether an external engine serves; known once the rates are loaded. */
  get needed(): boolean {
    return this.external;
  }

  /** How documents are quoted from what is held. */
  quoting(serving: ServingEngine, book: RateBook): (request: PricingRequest) => TaxQuote {
    this.external = true;
    return (request) => {
      const asked = engineRequest(request, book.certificateOf(request));
      const fingerprint = requestFingerprint(serving.connectorId, asked);
      const quote = this.quotes.get(fingerprint);
      if (quote) return quote;
      this.wanted.set(fingerprint, { fingerprint, serving, request: asked });
      if (this.collecting) return { fingerprint, lines: [] };
      throw new QuoteNeeded();
    };
  }

  /**
   * What a minor unit of a currency is in cents of the euro, as far as it is held.
   * @throws QuoteNeeded which `TaxQuotes` understands
   */
  readonly toEuro = (currency: Currency): EuroFactor | null => {
    const known = this.euros.get(currency);
    if (known !== undefined) return known;
    this.currencies.add(currency);
    if (this.collecting) return null;
    throw new QuoteNeeded();
  };

  /** The currencies whose rates have still to be read, once. */
  takeCurrencies(): Currency[] {
    const wanted = [...this.currencies];
    this.currencies = new Set();
    return wanted;
  }

  /** Keeps what was read; of a currency without a rate that there is none. */
  keepEuros(currencies: readonly Currency[], factors: ReadonlyMap<Currency, EuroFactor>): void {
    for (const each of currencies) this.euros.set(each, factors.get(each) ?? null);
  }

  /** Runs pricing for the sake of what it asks; its result is worth nothing. */
  collect(work: () => unknown): void {
    this.collecting = true;
    try {
      work();
    } finally {
      this.collecting = false;
    }
  }

  /** What has still to be asked, once. */
  takeWanted(): WantedQuote[] {
    const wanted = [...this.wanted.values()];
    this.wanted = new Map();
    return wanted;
  }

  keep(quotes: readonly TaxQuote[]): void {
    for (const quote of quotes) this.quotes.set(quote.fingerprint, quote);
  }
}
