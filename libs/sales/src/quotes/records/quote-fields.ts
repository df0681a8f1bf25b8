import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import { copiedValues, maskedForExport, withActiveMasters } from '@quittance/mass';
import { CompanyModels, objectOf, type CompanyModel, type RecordId } from '@quittance/metadata';
import {
  asActorAsks,
  customMembers,
  readRecords,
  type CustomMembers,
  type RecordInput,
} from '@quittance/objects';
import { quoteFile } from '../../imports/quote-file.js';
import type { Quote, QuoteHeadRow, QuoteId } from '../quote.description.js';
import { quoteList } from '../quote.lists.js';
import { quoteFieldValues, type QuoteHead } from '../quote.view.js';
import { markQuoteMembers } from './written-quotes.js';

/** A quote that is about to be written: without what is there already where it is new. */
export interface WrittenQuote {
  readonly before: Quote | null;
  readonly after: Quote;
}

/** The custom fields of quotes: written with a quote, shown with it, listed by. */
@Injectable()
export class QuoteFields {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * Reads what is sent for custom fields, and asks the company's rules about the quote as it will
   * be; null where it has neither and nothing is sent.
   * @throws DomainError malformed_request, validation_failed, and those of the checks
   */
  async read(
    tx: Tx,
    { before, after }: WrittenQuote,
    input: RecordInput = {},
  ): Promise<CustomMembers | null> {
    const object = await this.models.object(tx, 'quote');
    const isSent = Object.keys(input).length > 0;
    if (!isSent && !(await customMembers.areAsked(tx, object))) return null;
    return customMembers.read(tx, object, {
      id: after.id as string as RecordId,
      before: before && quoteFieldValues(before),
      standard: quoteFieldValues(after),
      input,
    });
  }

  /** Once the row is there. @throws DomainError validation_failed (unique) */
  async store(tx: Tx, members: CustomMembers | null): Promise<void> {
    if (!members) return;
    await customMembers.store(tx, await this.models.object(tx, 'quote'), members);
    markQuoteMembers(tx, members);
  }

  /** What a copy or a revision takes over of custom fields. */
  async copied(tx: Tx, id: QuoteId): Promise<RecordInput> {
    const object = await this.models.object(tx, 'quote');
    if (!customMembers.areThere(object)) return {};
    const [source] = await readRecords(tx, object, [id as string as RecordId]);
    return source ? withActiveMasters(tx, object, copiedValues(object, source)) : {};
  }

  /** The list of quotes with the company's custom fields, as it is read or downloaded. */
  async list(ctx: Ctx, isDownload = false): Promise<ListDefinition<QuoteHeadRow, QuoteHead>> {
    const object = objectOf(await this.model(ctx), 'quote');
    const list = asActorAsks(ctx, object, customMembers.listed(quoteList, object));
    return isDownload ? maskedForExport(ctx, object, list) : list;
  }

  /** How quotes with their lines are downloaded. */
  async file(ctx: Ctx) {
    return quoteFile(objectOf(await this.model(ctx), 'quote'));
  }

  /** A quote as operations answer it, with its custom members. */
  async show<Shown extends { readonly id: string }>(ctx: Ctx, quote: Shown): Promise<Shown> {
    const object = objectOf(await this.model(ctx), 'quote');
    if (!customMembers.areThere(object)) return quote;
    return this.db.read(ctx, (tx) => this.showIn(tx, quote));
  }

  /** The same within the transaction that has changed it. */
  async showIn<Shown extends { readonly id: string }>(tx: Tx, quote: Shown): Promise<Shown> {
    const object = await this.models.object(tx, 'quote');
    const [shown = quote] = await customMembers.shownWith(tx, object, [quote]);
    return shown;
  }

  /** Costs no statement where this process has the model. */
  private async model(ctx: Ctx): Promise<CompanyModel> {
    return this.models.held(ctx) ?? this.db.read(ctx, (tx) => this.models.of(tx));
  }
}
