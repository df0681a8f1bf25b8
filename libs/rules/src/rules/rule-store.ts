import { permissionDenied } from '@quittance/access';
import type { ConfigurationStore, ConfigurationState } from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import type { CompanyModel, CompanyModels } from '@quittance/metadata';
import { checkDefinition } from '../definitions/check-definition.js';
import { beginKeys } from '../duplicates/gather-keys.js';
import { objectOfRule } from './create-rule.js';
import { mayChange, requireRightsOfRule } from './rule-rights.js';
import {
  isOfKind,
  type RuleDefinitions,
  type Rule,
  type RuleHead,
  type RuleId,
  type RuleKind,
} from './rule.js';
import {
  eraseRule,
  maybeLockedRule,
  nextPosition,
  putRule,
  rewriteRule,
  ruleState,
} from './rule.repository.js';

type State<K extends RuleKind> = RuleHead & { readonly definition: RuleDefinitions[K] };

/** Puts rules of a kind back to what they were, also those that were deleted. */
export function ruleStore(kind: RuleKind, models: CompanyModels): ConfigurationStore {
  return {
    kind: `${kind}_rule`,
    async read(tx, id) {
      const rule = await maybeLockedRule(tx, kind, id);
      return rule ? ruleState(rule) : null;
    },
    async restore(tx, id, state) {
      const action = state === null ? 'delete' : 'update';
      if (!mayChange(tx.ctx, kind, action)) {
        throw permissionDenied({ resource: 'workflows', action });
      }
      const model = await models.of(tx);
      const before = await maybeLockedRule(tx, kind, id);
      // Whoever takes a rule away, or puts another in its place, could have written it.
      const known = before && model.objects.get(before.object);
      if (known) requireRightsOfRule(tx.ctx, kind, known, before.definition);
      if (state === null) await eraseRule(tx, id);
      else await restoreRule(tx, model, { kind, id: id as RuleId, before }, state);
    },
  };
}

interface Restored<K extends RuleKind> {
  readonly kind: K;
  readonly id: RuleId;
  /** What stands in its place now. */
  readonly before: Rule<K> | undefined;
}

async function restoreRule<K extends RuleKind>(
  tx: Tx,
  model: CompanyModel,
  { kind, id, before }: Restored<K>,
  state: ConfigurationState,
): Promise<void> {
  const { object: name, definition, ...head } = state as unknown as State<K>;
  const object = objectOfRule(model, name);
  await checkDefinition(tx, kind, object, { definition, active: head.active });
  if (!before) await nextPosition(tx, kind, name);
  const { now } = tx.ctx;
  const rule: Rule<K> = {
    ...head,
    id,
    kind,
    object: name,
    definition,
    version: (before?.version ?? 0) + 1,
    state: kind === 'duplicate' && head.active ? 'building' : 'ready',
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
  await (before ? rewriteRule(tx, rule) : putRule(tx, rule));
  if (isOfKind(rule, 'duplicate') && rule.active) await beginKeys(tx, object, rule);
}
