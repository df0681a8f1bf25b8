import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { checkVersion, Database, violates, type Tx } from '@quittance/database';
import { invalidField, newId, type Ctx } from '@quittance/kernel';
import { productsOf } from '@quittance/lines';
import { refuseUnfitPlans } from '../../plans/sold/line-plans.js';
import { refuseDepositShape } from '../deposit.js';
import { keptOf, type QuoteLineInput } from '../lines/quote-line.js';
import {
  quoteTemplateNoun,
  quoteTemplateView,
  type QuoteTemplate,
  type QuoteTemplateDraft,
  type QuoteTemplateId,
  type QuoteTemplatePatch,
  type QuoteTemplateView,
} from './quote-template.js';
import { lockQuoteTemplate, requireQuoteTemplate } from './quote-template.queries.js';

/** Writes and changes what quotes are begun with. No quote that was begun changes by it. */
@Injectable()
export class SaveQuoteTemplate {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  find(ctx: Ctx, id: QuoteTemplateId): Promise<QuoteTemplateView> {
    return this.db.read(ctx, async (tx) => quoteTemplateView(await requireQuoteTemplate(tx, id)));
  }

  /** @throws DomainError validation_failed */
  create(ctx: Ctx, draft: QuoteTemplateDraft): Promise<QuoteTemplateView> {
    return this.db.write(ctx, async (tx) => {
      const template: QuoteTemplate = {
        ...quoteTemplateNoun.empty,
        ...quoteTemplateNoun.said(draft),
        id: newId<'quote-template'>(),
        version: 1,
        name: draft.name,
        active: draft.active ?? true,
        signatureRequired: draft.signatureRequired ?? false,
        lines: draft.lines,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      await refuseFaulty(tx, template);
      await quoteTemplateNoun.rows.insert(tx, [template]).catch(nameTaken);
      audit(tx, { action: 'quote_template.created', ...about(template), after: said(template) });
      return quoteTemplateView(template);
    });
  }

  /** @throws DomainError not_found, precondition_failed, validation_failed */
  update(
    ctx: Ctx,
    id: QuoteTemplateId,
    patch: QuoteTemplatePatch,
    expectedVersion: number | null,
  ): Promise<QuoteTemplateView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockQuoteTemplate(tx, id);
      checkVersion(before.version, expectedVersion);
      const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
      const version = before.version + 1;
      const after = { ...before, ...Object.fromEntries(sent), version, updatedAt: ctx.now };
      await refuseFaulty(tx, after);
      await quoteTemplateNoun.store(tx, after).catch(nameTaken);
      const change = { before: said(before), after: said(after) };
      audit(tx, { action: 'quote_template.updated', ...about(after), ...change });
      return quoteTemplateView(after);
    });
  }
}

const about = ({ id }: QuoteTemplate) => ({ object: 'quote-template', recordId: id }) as const;

/** The log has how many lines there are: each is in the row itself. */
function said({ lines, createdAt: _, updatedAt: __, ...head }: QuoteTemplate) {
  return { ...head, lines: lines.length };
}

/** Lines are read as they will be when a quote is begun. @throws DomainError validation_failed */
async function refuseFaulty(tx: Tx, { lines, deposit }: QuoteTemplate): Promise<void> {
  refuseDepositShape(deposit);
  const named = lines.map(({ productId = null }: QuoteLineInput) => ({ productId }));
  const products = await productsOf(tx, named);
  const kept = lines.map((line, i) => keptOf(line, products, `/lines/${i}`));
  await refuseUnfitPlans(tx, kept);
}

function nameTaken(error: unknown): never {
  if (!violates(error, 'quote_template_name_key')) throw error;
  throw invalidField('/name', 'taken', 'Another template has this name.');
}
