import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { bulkDocuments, type BulkKind, type BulkSummary, type BulkTargets } from '@quittance/mass';
import { CompanyModels } from '@quittance/metadata';
import type { RecordInput } from '@quittance/objects';
import { documentApproval } from '@quittance/rules';
import { quoteLocked } from '../../sales.errors.js';
import { announceQuote } from '../change-quote.js';
import type { Quote, QuoteId } from '../quote.description.js';
import { lockQuotes, quotes, QUOTES } from '../quote.repository.js';
import { quoteFieldValues } from '../quote.view.js';
import { readUnseenPatch, requireOwner, type UnseenMembers } from './bulk-patch.js';
import { QuoteFields } from './quote-fields.js';
import { markQuote, markQuoteMembers } from './written-quotes.js';

const KIND: BulkKind<Quote, UnseenMembers> = {
  object: 'quote',
  table: 'sales.quote',
  lock: (tx, ids) => lockQuotes(tx, ids as readonly string[] as readonly QuoteId[]),
  awaiting: (tx, ids) => documentApproval.refusalsAmong(tx, 'quote', ids),
  refusal: ({ status }) => (status === 'cancelled' ? quoteLocked({ status }) : null),
  fieldValues: (quote) => quoteFieldValues(quote),
  store(tx, changed, described) {
    const { now, userId } = tx.ctx;
    const keys = Object.keys(described) as (keyof UnseenMembers)[];
    for (const { before, custom } of changed) {
      const stamped = { version: before.version + 1, updatedAt: now, updatedBy: userId };
      const after = { ...before, ...described, ...stamped };
      const note = { event: 'record.updated', action: 'quote.updated', custom } as const;
      markQuote(tx, after, before);
      markQuoteMembers(tx, custom);
      announceQuote(tx, before, after, keys, note);
    }
    const ids = changed.map(({ before }) => before.id);
    tx.later(quotes.storeAlike(tx, ids, { ...described, updatedBy: userId }));
  },
};

/**
 * Changes owner, internal notes and custom fields of many quotes alike, each for itself, whatever
 * their state: no customer is offered any of it.
 */
@Injectable()
export class BulkUpdateQuotes {
  constructor(
    readonly db: Database,
    readonly models: CompanyModels,
    private readonly fields: QuoteFields,
  ) {}

  /** @throws DomainError bulk_too_many, invalid_list_request, validation_failed */
  async execute(
    ctx: Ctx,
    { patch: sent, ...targets }: BulkTargets & { readonly patch: RecordInput },
  ): Promise<BulkSummary> {
    const patch = readUnseenPatch(sent);
    await this.db.read(ctx, (tx) => requireOwner(tx, patch));
    const list = { ...(await this.fields.list(ctx)), resource: QUOTES };
    return bulkDocuments(ctx, this, KIND, { targets, list, patch });
  }
}
