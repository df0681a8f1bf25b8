import { Injectable } from '@nestjs/common';
import { companyToday, readCompany } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { Database, sql } from '@quittance/database';
import { notFound, systemCtx, type CompanyId, type Ctx, type Instant } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { receiptUnknown } from '../../sales.errors.js';
import { acceptanceView, type AcceptanceView } from '../decisions/acceptance.js';
import { acceptanceOfQuote } from '../printing/signed-pdf.repository.js';
import type { QuoteId } from '../quote.description.js';
import { requireQuote } from '../quote.repository.js';

/** Whose receipt it is; by `quote_acceptance_hash_index`, on every machine. */
const COMPANY_OF = sql(`
  select r.company_id as "companyId", r.quote_id as "quoteId" from sales.door_receipt($1) as r`);

const HASH = /^[0-9a-f]{64}$/;

/** What anybody is told of a receipt whose hash they know. */
export interface PublicReceipt {
  readonly number: string;
  readonly revision: number;
  /** The day of the acceptance, where the company is. */
  readonly date: LocalDate;
  /** Whether the receipt is the one that was written, of a quote that is accepted. */
  readonly valid: boolean;
}

/** The acceptance of a quote with its receipt. */
@Injectable()
export class FindReceipt {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  ofQuote(ctx: Ctx, id: QuoteId): Promise<AcceptanceView> {
    return this.db.read(ctx, async (tx) => {
      await requireQuote(tx, id);
      const found = await acceptanceOfQuote(tx, id);
      if (!found) throw notFound({ object: 'acceptance of the quote' });
      return acceptanceView(found);
    });
  }

  /**
   * What a receipt is of, for whoever knows its hash.
   * @throws DomainError receipt_unknown
   */
  async byHash(hash: string, now: Instant, requestId: string): Promise<PublicReceipt> {
    if (!HASH.test(hash)) throw receiptUnknown();
    const [at] = await this.db.door<{ companyId: CompanyId; quoteId: QuoteId }>(COMPANY_OF, [hash]);
    if (!at) throw receiptUnknown();
    return this.db.read(systemCtx(at.companyId, now, requestId), async (tx) => {
      const [acceptance, quote, company] = await Promise.all([
        acceptanceOfQuote(tx, at.quoteId),
        requireQuote(tx, at.quoteId),
        readCompany(tx),
      ]);
      if (!acceptance) throw receiptUnknown();
      const digest = createHash('sha256').update(acceptance.receipt, 'utf8').digest('hex');
      const { number, revision, status } = quote;
      const isAgreed = status === 'accepted' || status === 'ordered';
      const date = companyToday(company, acceptance.at);
      return { number, revision, date, valid: digest === hash && isAgreed };
    });
  }
}
