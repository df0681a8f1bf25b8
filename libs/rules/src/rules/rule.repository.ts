import { logConfiguration } from '@quittance/configuration';
import { rowSet, sql, violates, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { notFound } from '@quittance/kernel';
import { waitingOfRule } from '../approvals/approval.repository.js';
import { ruleHasApprovals, ruleLimitReached, ruleNameTaken } from '../rules.errors.js';
import { RuleEntity } from './rule.entity.js';
import {
  asksApproval,
  isOfKind,
  MOST_RULES,
  RULE_STATES,
  ruleView,
  type Rule,
  type RuleId,
  type RuleKind,
  type RuleView,
} from './rule.js';

const COLUMNS = rowSet(RuleEntity).select('r');
const FIND = sql(`
  select ${COLUMNS} from rules.rule r where r.company_id = $1 and r.id = $2 and r.kind = $3`);
const LOCK = sql(`
  select ${COLUMNS} from rules.rule r
  where r.company_id = $1 and r.id = $2 and r.kind = $3 for update`);
/** By rule_object_index; a company has few. */
const ACTIVE = sql(`
  select ${COLUMNS} from rules.rule r
  where r.company_id = $1 and r.active order by r.kind, r.object, r.position, r.id`);
const ALL = sql(`
  select ${COLUMNS} from rules.rule r
  where r.company_id = $1 and r.kind = $2 order by r.object, r.position, lower(r.name)`);
const COUNT = sql(`
  select count(*)::integer as count, coalesce(max(r.position), 0) as last from rules.rule r
  where r.company_id = $1 and r.kind = $2 and r.object = $3`);
const DELETE = sql(`delete from rules.rule where company_id = $1 and id = $2`);

export function maybeRule<K extends RuleKind>(
  tx: Tx,
  kind: K,
  id: RuleId,
): Promise<Rule<K> | undefined> {
  return tx.maybe<Rule<K>>(FIND, [tx.ctx.companyId, id, kind]);
}

/** @throws DomainError not_found */
export async function findRule<K extends RuleKind>(tx: Tx, kind: K, id: RuleId): Promise<Rule<K>> {
  const rule = await maybeRule(tx, kind, id);
  if (!rule) throw notFound({ object: `${kind} rule` });
  return rule;
}

export function maybeLockedRule<K extends RuleKind>(
  tx: Tx,
  kind: K,
  id: string,
): Promise<Rule<K> | undefined> {
  return tx.maybe<Rule<K>>(LOCK, [tx.ctx.companyId, id, kind]);
}

/** @throws DomainError not_found */
export async function lockRule<K extends RuleKind>(tx: Tx, kind: K, id: RuleId): Promise<Rule<K>> {
  const rule = await maybeLockedRule(tx, kind, id);
  if (!rule) throw notFound({ object: `${kind} rule` });
  return rule;
}

/** Those that are switched on, of all kinds, in their order. */
export function activeRules(tx: Tx): Promise<Rule[]> {
  return tx.rows<Rule>(ACTIVE, [tx.ctx.companyId]);
}

export function allRules<K extends RuleKind>(tx: Tx, kind: K): Promise<Rule<K>[]> {
  return tx.rows<Rule<K>>(ALL, [tx.ctx.companyId, kind]);
}

/**
 * The place behind the last rule of the object.
 * @throws DomainError rule_limit_reached
 */
export async function nextPosition(tx: Tx, kind: RuleKind, object: string): Promise<number> {
  const params = [tx.ctx.companyId, kind, object];
  const { count, last } = await tx.one<{ count: number; last: number }>(COUNT, params);
  if (count >= MOST_RULES) throw ruleLimitReached({ most: MOST_RULES });
  return last + 1;
}

/** @throws DomainError rule_name_taken */
export async function addRule(tx: Tx, rule: Rule): Promise<void> {
  await putRule(tx, rule);
  logChange(tx, null, rule);
}

/** @throws DomainError rule_name_taken */
export async function replaceRule(tx: Tx, before: Rule, after: Rule): Promise<void> {
  await rewriteRule(tx, after);
  logChange(tx, before, after);
}

export async function removeRule(tx: Tx, rule: Rule): Promise<void> {
  await eraseRule(tx, rule.id, rule.name);
  logChange(tx, rule, null);
}

/** Without log and revision: for what is put back as it was. @throws DomainError rule_name_taken */
export async function putRule(tx: Tx, rule: Rule): Promise<void> {
  await named(rule, tx.insert(RuleEntity, { ...rule, companyId: tx.ctx.companyId }));
}

/** Without log and revision. @throws DomainError rule_name_taken */
export async function rewriteRule(tx: Tx, rule: Rule): Promise<void> {
  const { id, ...set } = rule;
  const asks = isOfKind(rule, 'workflow') && rule.active && asksApproval(rule.definition);
  if (rule.kind === 'workflow' && !asks) await demandNoneWaiting(tx, rule);
  if (isOfKind(rule, 'workflow') && rule.definition.trigger === 'date') await planAnew(tx, rule);
  await named(rule, tx.update(RuleEntity, { id }, set));
}

/** By primary key, of a rule that was told another time. */
const FORGET_RUNS = sql(`
  delete from rules.timed_run d using rules.rule r
  where r.company_id = $1 and r.id = $2 and d.company_id = $1 and d.rule_id = r.id
    and (r.definition ->> 'field', r.definition ->> 'offset', r.definition ->> 'unit')
      is distinct from ($3::text, $4::text, $5::text)`);

/** A rule of another time runs for the records for which it ran at that before. */
async function planAnew(tx: Tx, { id, definition }: Rule<'workflow'>): Promise<void> {
  const { field, offset = null, unit = null } = definition;
  const told = [field, offset === null ? null : String(offset), unit];
  await tx.run(FORGET_RUNS, [tx.ctx.companyId, id, ...told]);
}

export async function eraseRule(tx: Tx, id: string, name = id): Promise<void> {
  await demandNoneWaiting(tx, { id, name });
  await tx.run(DELETE, [tx.ctx.companyId, id]);
}

/**
 * A record must not stay locked by a rule that nobody knows any more.
 * @throws DomainError rule_has_approvals
 */
async function demandNoneWaiting(tx: Tx, { id, name }: Pick<Rule, 'name'> & { id: string }) {
  const count = await waitingOfRule(tx, id);
  if (count > 0) throw ruleHasApprovals({ count, name });
}

async function named<T>({ object, name }: Rule, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw violates(error, 'rule_name_key') ? ruleNameTaken({ object, name }) : error;
  });
}

/** What revisions keep of a rule: what a person says of it. */
export function ruleState({ object, name, active, position, definition }: Rule) {
  return { object, name, active, position, definition };
}

function logChange(tx: Tx, before: Rule | null, after: Rule | null): void {
  const { id, kind, object, name } = (after ?? before) as Rule;
  const states = { before: before && ruleState(before), after: after && ruleState(after) };
  logConfiguration(tx, { kind: `${kind}_rule`, subjectId: id, object, name, ...states });
}

/** The rules of one kind. */
export function ruleList<K extends RuleKind>(kind: K): ListDefinition<Rule<K>, RuleView<K>> {
  return {
    from: 'rules.rule r',
    where: `r.kind = '${kind}'`,
    select: COLUMNS,
    id: 'r.id',
    fields: {
      id: { sql: 'r.id', type: 'id', notNull: true },
      object: { sql: 'r.object', type: 'text', notNull: true },
      name: { sql: 'r.name', type: 'text', notNull: true },
      active: { sql: 'r.active', type: 'boolean', notNull: true },
      position: { sql: 'r.position', type: 'integer', notNull: true },
      ...(kind === 'duplicate' && {
        state: { sql: 'r.state', type: 'enum', values: RULE_STATES, notNull: true } as const,
      }),
      createdAt: { sql: 'r.created_at', type: 'instant', notNull: true },
      updatedAt: { sql: 'r.updated_at', type: 'instant', notNull: true },
    },
    search: ['r.name', 'r.object'],
    defaultSort: 'object,position',
    map: ruleView,
  };
}
