import { Injectable } from '@nestjs/common';
import { requireReachedGoods } from '@quittance/catalog';
import { CreditControl } from '@quittance/credit';
import { requireReachedParties } from '@quittance/crm';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { ImportSummary } from '@quittance/mass';
import { CompanyModels, objectOf } from '@quittance/metadata';
import { TaxQuotes } from '@quittance/tax';
import { draftQuote } from '../quotes/draft-quote.js';
import { quoteLineMembers } from '../quotes/lines/quote-line.description.js';
import type { QuoteDraft } from '../quotes/quote-draft.js';
import { quoteNoun, type QuoteId } from '../quotes/quote.description.js';
import { requireQuote } from '../quotes/quote.repository.js';
import { QuoteFields } from '../quotes/records/quote-fields.js';
import { importDocuments, type DocumentImport } from './import-documents.js';
import { ACCOUNT_KEY } from './named-records.js';

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
    const shape = {
      name: 'an import of quotes',
      head: quoteNoun,
      line: { members: quoteLineMembers },
      shares: ['discount', 'deposit'],
      own: [ACCOUNT_KEY],
      custom: objectOf(model, 'quote').fields,
    };
    return importDocuments(
      ctx,
      this,
      {
        shape: { ...shape, custom: customOf(shape.custom) },
        table: 'sales.quote',
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

/** The company's own fields among those of an object. */
export function customOf<Field>(fields: ReadonlyMap<string, Field>): ReadonlyMap<string, Field> {
  return new Map([...fields].filter(([name]) => name.endsWith('__c')));
}
