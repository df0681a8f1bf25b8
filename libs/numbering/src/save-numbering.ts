import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx, Instant } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { checkRules } from './check-rules.js';
import { defaultRules, type DocumentType } from './document-type.js';
import type { NumberingRules } from './number-format.js';
import { numberingView, type NumberingView } from './numbering.queries.js';
import { SAVE_RULES } from './numbering.sql.js';

@Injectable()
export class SaveNumbering {
  constructor(private readonly db: Database) {}

  /**
   * Saves how a document type is numbered from now on; numbers already given stay as they are.
   * Members that are absent take the built-in default.
   * @throws DomainError numbering_rules_invalid
   */
  execute(ctx: Ctx, type: DocumentType, input: Partial<NumberingRules>): Promise<NumberingView> {
    const rules = { ...defaultRules(type), ...input };
    return this.db.write(ctx, async (tx) => {
      await checkRules(tx, type, rules);
      const saved = await tx.one<{ version: number; updatedAt: Instant }>(SAVE_RULES, [
        ctx.companyId,
        type,
        rules.format,
        rules.reset,
        rules.start.toString(),
        rules.increment.toString(),
        ctx.now,
      ]);
      const view = numberingView(type, rules, saved);
      const record = { object: 'numbering', recordId: ctx.companyId };
      audit(tx, { action: 'numbering.saved', ...record, after: { ...view } });
      emit(tx, { type: 'record.updated', ...record, data: { ...view } });
      return view;
    });
  }
}
