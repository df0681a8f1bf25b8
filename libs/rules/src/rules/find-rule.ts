import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, FieldError } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { definitionFaults } from '../definitions/check-definition.js';
import { missingObject } from './create-rule.js';
import { ruleView, type RuleId, type RuleKind, type RuleView } from './rule.js';
import { findRule } from './rule.repository.js';

/**
 * A rule with why it rests, where what it names is gone by now; of one that works there is nothing.
 */
export type RuleWithFaults<K extends RuleKind> = RuleView<K> & {
  readonly faults: readonly FieldError[];
};

/** One rule, and whether it still fits its object. */
@Injectable()
export class FindRule {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found */
  execute<K extends RuleKind>(ctx: Ctx, kind: K, id: RuleId): Promise<RuleWithFaults<K>> {
    return this.db.read(ctx, async (tx) => {
      const rule = await findRule(tx, kind, id);
      const object = (await this.models.of(tx)).objects.get(rule.object);
      const faults = object
        ? await definitionFaults(tx, kind, object, rule)
        : [missingObject(rule.object)];
      return { ...ruleView(rule), faults };
    });
  }
}
