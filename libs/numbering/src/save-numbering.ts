import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx, Instant } from '@quittance/kernel';
import { numberingRulesInvalid } from './numbering.errors.js';
import { defaultRules, type DocumentType } from './document-type.js';
import { faultsOf, type NumberingRules } from './number-format.js';
import { numberingView, type NumberingView } from './numbering.queries.js';
import { SAVE_RULES } from './numbering.sql.js';

/** Refuses rules that could give the same number twice. @throws DomainError numbering_rules_invalid */
export function checkRules(rules: NumberingRules): void {
  const faults = faultsOf(rules);
  if (faults.length === 0) return;
  const errors = faults.map(({ member, message }) => ({
    pointer: `/${member}`,
    code: 'format',
    message,
  }));
  throw numberingRulesInvalid({}, { errors });
}

@Injectable()
export class SaveNumbering {
  constructor(private readonly db: Database) {}

  /**
   * Saves how a document type is numbered from now on; numbers already given stay as they are.
   * Members that are absent take the built-in default.
   * @throws DomainError numbering_rules_invalid
   */
  async execute(
    ctx: Ctx,
    type: DocumentType,
    input: Partial<NumberingRules>,
  ): Promise<NumberingView> {
    const rules = { ...defaultRules(type), ...input };
    checkRules(rules);
    return this.db.write(ctx, async (tx) => {
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
      audit(tx, { action: 'numbering.saved', object: 'numbering', after: { ...view } });
      return view;
    });
  }
}
