import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { invalidFields, newId, type Ctx, type FieldError } from '@quittance/kernel';
import { CompanyModels, type CompanyModel, type CompanyObject } from '@quittance/metadata';
import { checkDefinition } from '../definitions/check-definition.js';
import { beginKeys } from '../duplicates/gather-keys.js';
import {
  isOfKind,
  ruleView,
  type RuleDefinitions,
  type Rule,
  type RuleHead,
  type RuleKind,
  type RuleView,
} from './rule.js';
import { addRule, nextPosition } from './rule.repository.js';

export interface NewRule<K extends RuleKind> extends Pick<RuleHead, 'object' | 'name'> {
  readonly active?: boolean;
  readonly position?: number;
  readonly definition: RuleDefinitions[K];
}

/** Makes a rule of an object; records that are there already are not judged by it. */
@Injectable()
export class CreateRule {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError validation_failed, rule_name_taken, rule_limit_reached, right_beyond_own
   */
  async execute<K extends RuleKind>(ctx: Ctx, kind: K, input: NewRule<K>): Promise<RuleView<K>> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const model = await this.models.of(tx);
      return ruleView(await makeRule(tx, model, kind, input));
    });
  }
}

export function missingObject(name: string): FieldError {
  return { pointer: '/object', code: 'enum', message: `There is no object ${name}.` };
}

/** @throws DomainError validation_failed */
export function objectOfRule(model: CompanyModel, name: string): CompanyObject {
  const object = model.objects.get(name);
  if (!object) throw invalidFields([missingObject(name)]);
  return object;
}

/** As `CreateRule`, within a transaction that has said that it changes metadata. */
export async function makeRule<K extends RuleKind>(
  tx: Tx,
  model: CompanyModel,
  kind: K,
  input: NewRule<K>,
): Promise<Rule<K>> {
  const { name, definition, active = true } = input;
  const object = objectOfRule(model, input.object);
  await checkDefinition(tx, kind, object, { definition, active });
  const last = await nextPosition(tx, kind, object.name);
  const { now } = tx.ctx;
  const rule: Rule<K> = {
    id: newId<'rule'>(),
    version: 1,
    kind,
    object: object.name,
    name,
    active,
    position: input.position ?? last,
    definition,
    state: kind === 'duplicate' && active ? 'building' : 'ready',
    createdAt: now,
    updatedAt: now,
  };
  await addRule(tx, rule);
  if (isOfKind(rule, 'duplicate') && active) await beginKeys(tx, object, rule);
  return rule;
}
