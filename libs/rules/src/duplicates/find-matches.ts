import { type Tx, arrays } from '@quittance/database';
import { rowScope } from '@quittance/objects';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import type { Ctx } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import { rulesOf } from '../rules/rule-set.js';
import type { Rule, RuleId } from '../rules/rule.js';
import { duplicateKey } from './duplicate-key.js';

/** Others with the same key that are looked for. */
export const MOST_MATCHES = 10;

/** A record that is the same as another by a rule. */
export interface MatchedRecord {
  readonly ruleId: RuleId;
  readonly key: string;
  readonly recordId: RecordId;
  readonly title: string | null;
  /** Whether the actor may see it. */
  readonly visible: boolean;
}

export interface WantedKey {
  readonly rule: Pick<Rule<'duplicate'>, 'id' | 'definition'>;
  readonly key: string;
}

/** Whether whoever asks is shown all that a rule compares: by the others it tells of no record. */
export function isShownRule(
  ctx: Ctx,
  object: CompanyObject,
  { definition }: Pick<Rule<'duplicate'>, 'definition'>,
): boolean {
  const hidden = sight.hidden(ctx, object);
  return !hidden || !definition.fields.some(({ field }) => hidden.has(field));
}

/** Null where the title is hidden from whoever asks. */
export function shownTitle(ctx: Ctx, object: CompanyObject): string | null {
  return sight.hidden(ctx, object)?.has(object.titleField) ? null : object.titleField;
}

/** The title as SQL over the row; null for one that is computed or hidden. */
function titleSql(ctx: Ctx, object: CompanyObject): string {
  const { fields, titleField } = object;
  if (shownTitle(ctx, object) === null) return 'null::text';
  const storage = fields.get(titleField)?.storage;
  if (storage?.kind === 'column') return `t.${storage.column}::text`;
  return storage?.kind === 'custom' ? `t.custom->>'${titleField}'` : 'null';
}

/**
 * The live records with these keys, without the given ones, and without those that the actor may
 * not see unless the rule looks among all: one statement for any number of keys, by
 * duplicate_key_index and the primary key of the object's table.
 */
export async function findByKeys(
  tx: Tx,
  object: CompanyObject,
  wanted: readonly WantedKey[],
  without: readonly RecordId[],
): Promise<readonly MatchedRecord[]> {
  if (wanted.length === 0) return [];
  const params: unknown[] = [
    tx.ctx.companyId,
    arrays.uuid(wanted, ({ rule }) => rule.id),
    arrays.text(wanted, ({ key }) => key),
    arrays.uuid(without, (id) => id),
    arrays.boolean(wanted, ({ rule }) => rule.definition.among === 'all'),
  ];
  const scope = rowScope.seen(tx.ctx, object, 't', (value) => `$${params.push(value)}`) ?? 'true';
  return tx.rows<MatchedRecord>(
    `select distinct q.rule_id as "ruleId", q.key, m.record_id as "recordId", m.title, m.visible
     from unnest($2::uuid[], $3::text[], $5::boolean[]) as q (rule_id, key, among_all)
     cross join lateral (
       select d.record_id, ${titleSql(tx.ctx, object)} as title, ${scope} as visible
       from rules.duplicate_key d
       join ${object.table.name} t on t.company_id = $1 and t.id = d.record_id
       where d.company_id = $1 and d.rule_id = q.rule_id and d.key = q.key
         and ${rowScope.live(object, 't')} and (q.among_all or ${scope})
         and d.record_id <> all (coalesce($4::uuid[], '{}'))
       order by d.record_id limit ${MOST_MATCHES}) m
     order by 3`,
    params,
  );
}

/** A possible duplicate that the actor may see, and the rules that say so. */
export interface PossibleDuplicate {
  readonly recordId: RecordId;
  readonly title: string | null;
  readonly rules: readonly string[];
}

/**
 * For each candidate the records of the object that are the same by one of its active duplicate
 * rules and that the actor may see; by no rule that compares what is hidden from them. Candidates
 * need not be saved: of one that is, `id` leaves itself out.
 */
export async function findDuplicateRecords(
  tx: Tx,
  object: CompanyObject,
  candidates: readonly { readonly id?: RecordId; readonly values: FieldValues }[],
): Promise<readonly (readonly PossibleDuplicate[])[]> {
  const rules = (await rulesOf(tx, object)).duplicates;
  const duplicates = rules.filter((rule) => isShownRule(tx.ctx, object, rule));
  const keys = candidates.map(({ values }) =>
    duplicates.flatMap((rule): WantedKey[] => {
      const key = duplicateKey(object, rule, values);
      return key === null ? [] : [{ rule, key }];
    }),
  );
  const matches = await findByKeys(tx, object, keys.flat(), []);
  const names = new Map(duplicates.map(({ id, name }) => [id, name]));
  return candidates.map(({ id }, i) => {
    const found = new Map<RecordId, { title: string | null; rules: string[] }>();
    for (const { ruleId, key, recordId, title, visible } of matches) {
      const wanted = keys[i]?.some((each) => each.rule.id === ruleId && each.key === key);
      if (!wanted || !visible || recordId === id) continue;
      const known = found.get(recordId) ?? { title, rules: [] };
      known.rules.push(names.get(ruleId) ?? '');
      found.set(recordId, known);
    }
    return [...found].map(([recordId, rest]) => ({ recordId, ...rest }));
  });
}
