import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { checkVersion, Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { requireRightsOfRule } from './rule-rights.js';
import type { RuleId, RuleKind } from './rule.js';
import { lockRule, removeRule } from './rule.repository.js';

/** Takes a rule away. What workflow rules have done stays in their log. */
@Injectable()
export class DeleteRule {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * Asks the rights that writing it asks.
   * @throws DomainError not_found, precondition_failed, right_beyond_own
   */
  async execute(
    ctx: Ctx,
    kind: RuleKind,
    id: RuleId,
    expectedVersion: number | null,
  ): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const rule = await lockRule(tx, kind, id);
      checkVersion(rule.version, expectedVersion);
      const object = (await this.models.of(tx)).objects.get(rule.object);
      if (object) requireRightsOfRule(ctx, kind, object, rule.definition as never);
      await removeRule(tx, rule);
    });
  }
}
