import { sql, type Tx } from '@quittance/database';
import { invalidField, notFound } from '@quittance/kernel';
import { quoteTemplateNoun, type QuoteTemplate, type QuoteTemplateId } from './quote-template.js';

/** By primary key. */
const FIND = `
  select ${quoteTemplateNoun.rows.select('t')} from sales.quote_template t
  where t.company_id = $1 and t.id = $2`;
const FIND_TEMPLATE = sql(FIND);
const LOCK_TEMPLATE = sql(`${FIND} for no key update`);

/** @throws DomainError not_found */
export async function requireQuoteTemplate(tx: Tx, id: QuoteTemplateId): Promise<QuoteTemplate> {
  const found = await tx.maybe<QuoteTemplate>(FIND_TEMPLATE, [tx.ctx.companyId, id]);
  if (!found) throw notFound({ object: 'quote template' });
  return found;
}

/** Locked. @throws DomainError not_found */
export async function lockQuoteTemplate(tx: Tx, id: QuoteTemplateId): Promise<QuoteTemplate> {
  const found = await tx.maybe<QuoteTemplate>(LOCK_TEMPLATE, [tx.ctx.companyId, id]);
  if (!found) throw notFound({ object: 'quote template' });
  return found;
}

/** The template that a new quote names. @throws DomainError validation_failed */
export async function templateOf(
  tx: Tx,
  id: QuoteTemplateId | null | undefined,
): Promise<QuoteTemplate | null> {
  if (!id) return null;
  const found = await tx.maybe<QuoteTemplate>(FIND_TEMPLATE, [tx.ctx.companyId, id]);
  if (found?.active) return found;
  throw invalidField(
    '/templateId',
    'reference_not_found',
    'There is no such template that is active.',
  );
}
