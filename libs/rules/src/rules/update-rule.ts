import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { checkVersion, Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type CompanyModel } from '@quittance/metadata';
import { isDeepStrictEqual } from 'node:util';
import { checkDefinition } from '../definitions/check-definition.js';
import { beginKeys } from '../duplicates/gather-keys.js';
import { objectOfRule } from './create-rule.js';
import {
  isOfKind,
  ruleView,
  type RuleDefinitions,
  type Rule,
  type RuleId,
  type RuleKind,
  type RuleView,
} from './rule.js';
import { requireRightsOfRule } from './rule-rights.js';
import { lockRule, replaceRule, ruleState } from './rule.repository.js';

export interface RulePatch<K extends RuleKind> {
  readonly name?: string;
  readonly active?: boolean;
  readonly position?: number;
  /** Only the members that change. */
  readonly definition?: Partial<RuleDefinitions[K]>;
}

/** Changes a rule, switches it on or off, or moves it; its object stays. */
@Injectable()
export class UpdateRule {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, validation_failed, rule_name_taken,
   * right_beyond_own
   */
  async execute<K extends RuleKind>(
    ctx: Ctx,
    kind: K,
    id: RuleId,
    patch: RulePatch<K>,
    expectedVersion: number | null,
  ): Promise<RuleView<K>> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const before = await lockRule(tx, kind, id);
      checkVersion(before.version, expectedVersion);
      return ruleView(await changeRule(tx, await this.models.of(tx), before, patch));
    });
  }
}

/** Whether the keys that were gathered, or are being, serve the rule as it is now. */
function hasSameKeys(before: Rule, after: Rule<'duplicate'>): boolean {
  return (
    isOfKind(before, 'duplicate') &&
    before.active &&
    isDeepStrictEqual(before.definition.fields, after.definition.fields)
  );
}

/** As `UpdateRule`, within a transaction that has said that it changes metadata. */
export async function changeRule<K extends RuleKind>(
  tx: Tx,
  model: CompanyModel,
  before: Rule<K>,
  patch: RulePatch<K>,
): Promise<Rule<K>> {
  const { definition: changes, ...head } = patch;
  const definition = { ...before.definition, ...changes };
  const after: Rule<K> = {
    ...before,
    ...head,
    definition,
    version: before.version + 1,
    updatedAt: tx.ctx.now,
  };
  if (isDeepStrictEqual(ruleState(before), ruleState(after))) return before;
  // Whoever stops a rule, or calls it something else, could have written it.
  const known = model.objects.get(before.object);
  if (known) requireRightsOfRule(tx.ctx, before.kind, known, before.definition);
  // One that names what is gone may still be renamed, moved and switched off.
  if (!changes && !(head.active && !before.active)) {
    await replaceRule(tx, before, after);
    return after;
  }
  const object = objectOfRule(model, before.object);
  await checkDefinition(tx, before.kind, object, after);
  if (!isOfKind(after, 'duplicate') || !after.active || hasSameKeys(before, after)) {
    await replaceRule(tx, before, after);
    return after;
  }
  const building = { ...after, state: 'building' as const };
  await replaceRule(tx, before, building);
  await beginKeys(tx, object, building);
  return building;
}
