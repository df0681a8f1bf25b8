import { Injectable } from '@nestjs/common';
import { sql, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { CompanyModels } from '@quittance/metadata';
import { customMembers } from '@quittance/objects';
import type { QuoteRequestId } from './quote-request.js';

/** What is sent of the custom fields of a quote, by somebody who could send these. */
export type SentForQuote = ReturnType<typeof customMembers.sent>;

/** By primary key. */
const KEPT = sql(`
  select r.custom from portal.quote_request r where r.company_id = $1 and r.id = $2`);

/** What a request has of the custom fields of the quote that is asked for. */
export async function fieldsOfRequest(tx: Tx, id: QuoteRequestId): Promise<FieldValues> {
  const found = await tx.maybe<{ custom: FieldValues }>(KEPT, [tx.ctx.companyId, id]);
  return found?.custom ?? {};
}

/** The custom fields of quotes, as they are sent with requests for them. */
@Injectable()
export class RequestFields {
  constructor(private readonly models: CompanyModels) {}

  /**
   * What is kept of them: what is sent, beside what was kept before. What was kept of a field that
   * the user could not send any more stays.
   * @param isWhole it is handed over, and nothing may lack
   * @throws DomainError validation_failed
   */
  async read(
    tx: Tx,
    sent: SentForQuote | undefined,
    isWhole: boolean,
    before: FieldValues = {},
  ): Promise<FieldValues> {
    if (!sent || sent.asked.size === 0) return before;
    const { asked, custom: anew } = sent;
    const theirs = Object.entries(before).filter(([name]) => asked.has(name));
    const others = Object.entries(before).filter(([name]) => !asked.has(name));
    const custom = { ...Object.fromEntries(theirs), ...anew };
    const quotes = await this.models.object(tx, 'quote');
    const values = await customMembers.sentValues(tx, quotes, { asked, custom }, isWhole);
    return { ...Object.fromEntries(others), ...values };
  }

  /** What the quote takes over of it. */
  async taken(tx: Tx, kept: FieldValues): Promise<FieldValues> {
    if (Object.keys(kept).length === 0) return kept;
    return customMembers.takenValues(tx, await this.models.object(tx, 'quote'), kept);
  }
}
