import { heardByRules } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { DomainError, notFound } from '@quittance/kernel';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import type { WorkflowSubject } from '@quittance/rules';
import { quoteLocked } from '../../sales.errors.js';
import { changeQuote, lockQuoteToChange } from '../change-quote.js';
import type { QuoteId } from '../quote.description.js';
import { lockQuote } from '../quote.repository.js';
import { quoteSummary } from '../quote.view.js';
import type { QuoteFields } from './quote-fields.js';

/**
 * By which events workflow rules hear of quotes, how they lock them and set their custom fields,
 * which are no part of what was offered: they may change once it is fixed.
 */
export class QuoteWorkflows implements WorkflowSubject {
  readonly object = 'quote';
  readonly events = heardByRules('quote');

  constructor(private readonly fields: Pick<QuoteFields, 'read' | 'store'>) {}

  async lock(tx: Tx, id: RecordId): Promise<FieldValues | null> {
    try {
      return quoteSummary(await lockQuote(tx, id as string as QuoteId));
    } catch (error) {
      if (error instanceof DomainError && error.code === notFound.code) return null;
      throw error;
    }
  }

  /**
   * Sets custom fields of a quote that was not given up; nothing else can be named.
   * @throws DomainError not_found, quote_locked, validation_failed, and those of the checks
   */
  async setFields(
    tx: Tx,
    _: CompanyObject,
    recordId: RecordId,
    values: FieldValues,
  ): Promise<void> {
    const locked = await lockQuoteToChange(tx, recordId as string as QuoteId);
    const { quote } = locked;
    if (quote.status === 'cancelled') throw quoteLocked({ status: quote.status });
    const members = await this.fields.read(tx, { before: quote, after: quote }, values);
    // What is so already is no change, so that a rule that sets the same again sets off nothing.
    if (Object.keys(members?.draft.values ?? {}).length === 0) return;
    await this.fields.store(tx, members);
    const note = { event: 'record.updated', action: 'quote.updated', custom: members } as const;
    changeQuote(tx, locked, {}, note);
  }
}
