import { FormulaError, formulaDependencies } from '@quittance/formula';
import type { Tx } from '@quittance/database';
import { reachedField, type CompanyModel, type CompanyModels } from '@quittance/metadata';
import type { MetadataUser, UsageSubject } from '@quittance/customization';
import { allRules } from './rule.repository.js';
import { otherObject, relationOf } from './relation.js';
import { ruleFormulas, valuesOf } from './rule-formulas.js';
import { isOfKind, RULE_KINDS, type Rule } from './rule.js';

const MOST_NAMES = 10;

/** The fields of its own object that a rule names beside its formulas. */
function ownFields(rule: Rule): readonly (string | null)[] {
  if (isOfKind(rule, 'duplicate')) return rule.definition.fields.map(({ field }) => field);
  if (isOfKind(rule, 'validation')) return [rule.definition.field];
  if (!isOfKind(rule, 'workflow')) return [];
  const { field, actions } = rule.definition;
  return [
    field,
    ...actions.map((action) =>
      action.kind === 'set_field' || action.kind === 'request_approval'
        ? action.field
        : action.kind === 'send_email'
          ? action.to
          : action.kind === 'set_related'
            ? (action.relation.split('.')[0] ?? null)
            : action.kind === 'add_to_campaign'
              ? action.person
              : null,
    ),
  ];
}

/**
 * Whether a formula over an object names a field of this or, through a lookup, of another object.
 */
function names(
  model: CompanyModel,
  formula: string,
  over: string,
  { object, field }: UsageSubject,
): boolean {
  const own = model.objects.get(over);
  return pathsOf(formula).some((path) => {
    const there = own && reachedField(own, path);
    if (there?.target.name === object && there.name === field) return true;
    return over === object && (path[0] === field || there?.lookup.name === field);
  });
}

/** A formula that is none any longer names nothing. */
function pathsOf(formula: string): readonly (readonly string[])[] {
  try {
    return formulaDependencies(formula);
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}

function uses(model: CompanyModel, rule: Rule, subject: UsageSubject): boolean {
  const { object, field, option } = subject;
  if (field === null) return rule.object === object || touches(model, rule, subject);
  const formulas = ruleFormulas(rule).filter((formula) =>
    names(model, formula, rule.object, subject),
  );
  if (option !== null) {
    return formulas.some((text) => text.includes(`"${option}"`) || text.includes(`'${option}'`));
  }
  const isOwn = rule.object === object && ownFields(rule).includes(field);
  return formulas.length > 0 || isOwn || touches(model, rule, subject);
}

/** Whether actions of a rule name an object, or a field of it, beside the record of the rule. */
function touches(model: CompanyModel, rule: Rule, { object, field }: UsageSubject): boolean {
  const own = model.objects.get(rule.object);
  if (!own || !isOfKind(rule, 'workflow')) return false;
  return rule.definition.actions.some((action) => {
    if (action.kind !== 'set_related' && action.kind !== 'create_record') return false;
    if (otherObject(own, action)?.name !== object) return false;
    const relation = action.kind === 'set_related' ? relationOf(own, action.relation) : undefined;
    const names = valuesOf(action).map((value) => value.field);
    return field === null || names.includes(field) || relation?.lookup.name === field;
  });
}

/** Which rules depend on an object, a field or an option of one. */
export function ruleUsage(models: CompanyModels): MetadataUser {
  return {
    async usageOf(tx: Tx, subject: UsageSubject) {
      const model = await models.of(tx);
      const rules = await Promise.all(RULE_KINDS.map((kind) => allRules(tx, kind)));
      const found = rules.flat().filter((rule) => uses(model, rule, subject));
      const shown = found.slice(0, MOST_NAMES).map(({ name }) => name);
      return found.length === 0 ? [] : [{ what: 'rules', count: found.length, names: shown }];
    },
  };
}
