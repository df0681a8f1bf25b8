import { Inject, Injectable, Optional } from '@nestjs/common';
import { Database, type Tx, type WriteOptions } from '@quittance/database';
import type { CompanyTerms } from '@quittance/company';
import type { Ctx } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { bulkhead } from 'cockatiel';
import type { EuroFactor } from '../decision/import-limit.js';
import type { PricingRequest } from '../calculation/pricing.js';
import type { RateBook } from '../rate-books/rate-book.js';
import { RateBooks } from '../rate-books/rate-books.js';
import { taxInputsChanging } from '../tax.errors.js';
import { BUILT_IN_ENGINE } from '../transactions/tax-transaction.js';
import { EngineQuotes } from './engine-quotes.js';
import { HeldQuotes, QuoteNeeded } from './held-quotes.js';
import type { TaxQuote } from './tax-quote.js';

/** What documents are priced by in one transaction. */
export interface TaxBasis {
  /** `built_in`, or the external engine of the company. */
  readonly engine: string;
  readonly book: RateBook;
  /**
   * The answer of the company's external engine; absent where the built-in engine serves.
   * @throws QuoteNeeded which `TaxQuotes.write` understands
   */
  readonly quoteOf?: (request: PricingRequest) => TaxQuote;
  /**
   * For the limit of imports; absent where nobody has said how currencies convert.
   * @throws QuoteNeeded which `TaxQuotes` understands
   */
  readonly toEuro?: (currency: Currency) => EuroFactor | null;
}

/**
 * What a minor unit of each currency is in cents of the euro, by the last rates that the company
 * knows; those without one are missing. Rates are kept by a lib above this.
 */
export type EuroRates = (
  tx: Tx,
  currencies: readonly Currency[],
) => Promise<ReadonlyMap<Currency, EuroFactor>>;

/** Loads what documents are priced by, as a transaction sees it. */
export interface Taxes {
  load(tx: Tx): Promise<TaxBasis>;
}

/**
 * Documents of one operation that are asked about at once, fewer than a company has calls at once
 * (`EngineTimes`): beside thousands of a preview somebody's invoice is asked about all the same.
 */
const ASKED_AT_ONCE = 6;

/** How often an engine is asked again because what it was asked about has changed meanwhile. */
const MOST_ASKS = 3;

/**
 * The seam between pricing and external engines: they are asked with no transaction open, and their
 * answer counts only for exactly the request it was asked for. Where the built-in engine serves
 * nothing is asked and nothing is done twice.
 */
@Injectable()
export class TaxQuotes {
  private rates: EuroRates | null = null;

  constructor(
    private readonly db: Database,
    private readonly books: RateBooks,
    @Optional() @Inject(EngineQuotes) private readonly engines: EngineQuotes | null = null,
  ) {}

  /**
   * A transaction that prices documents. One that needs a quote is rolled back, the engine is
   * asked, and it runs again; a request that by then is another is asked about again.
   * @throws DomainError tax_inputs_changing, and those of `db.write`
   */
  async write<T>(
    ctx: Ctx,
    work: (tx: Tx, taxes: Taxes) => Promise<T>,
    options?: WriteOptions,
  ): Promise<T> {
    const held = new HeldQuotes();
    const taxes: Taxes = { load: (tx) => this.load(tx, held) };
    for (let asks = 0; ; asks += 1) {
      try {
        return await this.db.write(ctx, (tx) => work(tx, taxes), options);
      } catch (error) {
        if (!(error instanceof QuoteNeeded)) throw error;
        if (asks === MOST_ASKS) throw taxInputsChanging({}, { retryAfter: 1 });
        await this.ask(ctx, held);
      }
    }
  }

  /** How currencies convert: told by whoever composes, once. */
  convertBy(rates: EuroRates): void {
    this.rates = rates;
  }

  /** What documents are priced by, with the quotes that are held. */
  async load(tx: Tx, held: HeldQuotes): Promise<TaxBasis> {
    const [book, serving] = await Promise.all([
      this.books.load(tx),
      this.engines?.active(tx) ?? null,
    ]);
    const { toEuro } = held;
    if (!serving) return { engine: BUILT_IN_ENGINE, book, ...(this.rates && { toEuro }) };
    return { engine: serving.provider, book, quoteOf: held.quoting(serving, book) };
  }

  /**
   * Prices with no transaction open, from facts that were read before: `work` is pure, and runs a
   * second time only when it needed quotes.
   */
  async settle<T>(ctx: Ctx, held: HeldQuotes, work: () => T): Promise<T> {
    if (held.needed) {
      held.collect(work);
      await this.ask(ctx, held);
    }
    try {
      return work();
    } catch (error) {
      if (!(error instanceof QuoteNeeded)) throw error;
      held.collect(work);
      await this.ask(ctx, held);
      return work();
    }
  }

  /** Asks for all that is wanted, a bounded number at a time. No transaction may be open. */
  async ask(ctx: Ctx, held: HeldQuotes): Promise<void> {
    const { engines } = this;
    if (engines) {
      const few = bulkhead(ASKED_AT_ONCE, Number.MAX_SAFE_INTEGER);
      const asked = held.takeWanted().map((wanted) => few.execute(() => engines.ask(ctx, wanted)));
      held.keep(await Promise.all(asked));
    }
    const currencies = held.takeCurrencies();
    if (currencies.length === 0) return;
    await this.db.read(ctx, (tx) => this.readRates(tx, held, currencies));
  }

  /**
   * Reads ahead what pricing may ask of a company that imports under the One-Stop-Shop, for whoever
   * prices in a transaction that does not begin again.
   */
  async readAhead(
    tx: Tx,
    { taxRegistrations }: Pick<CompanyTerms, 'taxRegistrations'>,
    held: HeldQuotes,
    currencies: readonly Currency[],
  ): Promise<void> {
    if (!taxRegistrations.some(({ scheme }) => scheme === 'ioss')) return;
    await this.readRates(tx, held, [...new Set(currencies)]);
  }

  private async readRates(tx: Tx, held: HeldQuotes, currencies: readonly Currency[]) {
    const factors = await this.rates?.(tx, currencies);
    held.keepEuros(currencies, factors ?? new Map());
  }
}
