import { Injectable } from '@nestjs/common';
import { requireReachedGoods } from '@quittance/catalog';
import { CreditControl } from '@quittance/credit';
import { requireReachedParties } from '@quittance/crm';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { documentFiles, type DocumentImport } from '@quittance/lines';
import type { ImportSummary } from '@quittance/mass';
import { CompanyModels, objectOf } from '@quittance/metadata';
import { TaxQuotes } from '@quittance/tax';
import { draftQuote } from '../quotes/draft-quote.js';
import type { QuoteDraft } from '../quotes/quote-draft.js';
import type { QuoteId } from '../quotes/quote.description.js';
import { requireQuote } from '../quotes/quote.repository.js';
import { QuoteFields } from '../quotes/records/quote-fields.js';
import { quoteShape } from './quote-file.js';

/** By the unique index of references, and by primary key. */
const KNOWN = sql(`
  select q.id from sales.quote q
  where q.company_id = $1::uuid and (q.external_reference = $2::text or q.id = $3::uuid)
  order by q.external_reference = $2::text desc nulls last
  limit 1`);

/**
 * Takes over quotes of another system as drafts: what was offered and agreed to there was so under
 * other hashes and links, and is offered anew from here.
 */
@Injectable()
export class ImportQuotes {
  constructor(
    readonly db: Database,
    readonly taxes: TaxQuotes,
    private readonly models: CompanyModels,
    private readonly fields: QuoteFields,
    private readonly credit: CreditControl,
  ) {}

  /** @throws DomainError import_file_not_readable, import_columns_invalid */
  async execute(ctx: Ctx, input: DocumentImport<QuoteDraft>): Promise<ImportSummary> {
    const model = await this.db.read(ctx, (tx) => this.models.of(tx));
    const { fields, credit } = this;
    const object = objectOf(model, 'quote');
    return documentFiles.import(
      ctx,
      this,
      {
        shape: quoteShape(object),
        object,
        known: KNOWN,
        see: (tx, id) => requireQuote(tx, id as QuoteId),
        make: async (tx, taxes, draft, { reference: externalReference }) => {
          await requireReachedParties(tx, draft);
          await requireReachedGoods(tx, draft);
          return draftQuote(tx, { taxes, fields, credit }, draft, { externalReference });
        },
      },
      input,
    );
  }
}
