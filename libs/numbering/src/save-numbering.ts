import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { checkRules } from './check-rules.js';
import { defaultRules, type DocumentType } from './document-type.js';
import type { NumberingRules } from './number-format.js';
import type { NumberingView } from './numbering.queries.js';
import { storeRules } from './store-rules.js';

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
      await bumpMetadata(tx);
      await checkRules(tx, type, rules);
      return storeRules(tx, type, rules);
    });
  }
}
