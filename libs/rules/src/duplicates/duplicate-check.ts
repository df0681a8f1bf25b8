import { type Tx, arrays } from '@quittance/database';
import { yieldIfDue, type WorkBudget } from '@quittance/work';
import type { Ctx, FieldError } from '@quittance/kernel';
import { requestTooCostly } from '@quittance/objects';
import type {
  CompanyObject,
  PendingRecord,
  RecordCheck,
  RecordFinding,
  RecordId,
} from '@quittance/metadata';
import { duplicateRecord } from '../rules.errors.js';
import { rulesOf } from '../rules/rule-set.js';
import type { Rule } from '../rules/rule.js';
import { duplicateKey } from './duplicate-key.js';
import { DROP_KEYS, FORGET_RECORDS, GUARD_KEYS } from './duplicate-keys.sql.js';
import { findByKeys, isShownRule, shownTitle, type MatchedRecord } from './find-matches.js';
import { storeKeys } from './store-keys.js';

type DuplicateRule = Rule<'duplicate'>;

/** The key of a record by one rule, where it is new or differs from what it was. */
interface ChangedKey {
  readonly index: number;
  readonly rule: DuplicateRule;
  readonly recordId: RecordId;
  readonly key: string | null;
  readonly isNew: boolean;
}

/**
 * Asks the duplicate rules of the object and keeps the keys of its records, both in the transaction
 * of the change. A record whose key stays as it was is not asked about: what is a duplicate already
 * can be worked on.
 */
export const duplicateCheck: RecordCheck = {
  name: 'rules.duplicate',

  async applies(tx: Tx, object: CompanyObject): Promise<boolean> {
    return (await rulesOf(tx, object)).duplicates.length > 0;
  },

  async check(
    tx: Tx,
    object: CompanyObject,
    records: readonly PendingRecord[],
  ): Promise<readonly RecordFinding[]> {
    const { duplicates } = await rulesOf(tx, object);
    if (duplicates.length === 0) return [];
    const { work } = tx.ctx;
    const changed = await changedKeys(object, duplicates, records, work);
    if (work?.exhausted) {
      const problem = requestTooCostly({ object: object.name });
      return records.map((_, index) => ({ index, problem }));
    }
    const keyed = changed.filter((each): each is ChangedKey & { key: string } => each.key !== null);
    await guard(tx, keyed);
    const batch = records.map(({ after }) => after.id);
    const found = await findByKeys(tx, object, keyed, batch);
    await keep(tx, changed);
    const inBatch = await batchMatches(tx.ctx, object, duplicates, records);
    return keyed.flatMap((each) => {
      const own = found.filter((match) => isOf(match, each));
      const earlier = inBatch.get(`${each.rule.id} ${each.key}`) ?? [];
      const among = [...own, ...earlier.filter((match) => match.index < each.index)];
      const isShown = isShownRule(tx.ctx, object, each.rule);
      // What is forbidden stays forbidden; what would only be told is not.
      if (!isShown && each.rule.definition.action !== 'block') return [];
      const all = isShown ? among : among.map((match) => ({ ...match, visible: false }));
      return all.length === 0 ? [] : [findingOf(object, each, all)];
    });
  },

  async forget(tx: Tx, object: CompanyObject, ids: readonly RecordId[]): Promise<void> {
    const records = arrays.uuid(ids, (id) => id);
    await tx.run(FORGET_RECORDS, [tx.ctx.companyId, object.name, records]);
  },
};

function isOf({ ruleId, key }: MatchedRecord, { rule, key: own }: ChangedKey): boolean {
  return ruleId === rule.id && key === own;
}

async function changedKeys(
  object: CompanyObject,
  rules: readonly DuplicateRule[],
  records: readonly PendingRecord[],
  work: WorkBudget | undefined,
): Promise<ChangedKey[]> {
  const found: ChangedKey[] = [];
  for (const [index, { before, after, changes }] of records.entries()) {
    const now = { work, parts: new Map<string, string | null>() };
    const then = { work, parts: new Map<string, string | null>() };
    for (const rule of rules) {
      const nextTurn = yieldIfDue();
      if (nextTurn) await nextTurn;
      const { fields } = rule.definition;
      if (before && !fields.some(({ field }) => Object.hasOwn(changes, field))) continue;
      const key = duplicateKey(object, rule, after, now);
      if (before ? key === duplicateKey(object, rule, before, then) : key === null) continue;
      found.push({ index, rule, recordId: after.id, key, isNew: before === null });
      if (work?.exhausted) return found;
    }
  }
  // In the order of the rules, as the keys are guarded and kept.
  return rules.flatMap((rule) => found.filter((each) => each.rule === rule));
}

/** Of two equal records made at the same time the second waits for the first. */
async function guard(tx: Tx, keys: readonly (ChangedKey & { key: string })[]): Promise<void> {
  const blocking = keys.filter(({ rule }) => rule.definition.action === 'block');
  if (blocking.length === 0) return;
  await tx.run(GUARD_KEYS, [
    tx.ctx.companyId,
    arrays.uuid(blocking, ({ rule }) => rule.id),
    arrays.text(blocking, ({ key }) => key),
  ]);
}

async function keep(tx: Tx, changed: readonly ChangedKey[]): Promise<void> {
  const keys = changed.flatMap(({ rule, recordId, key }) =>
    key === null ? [] : [{ ruleId: rule.id, recordId, key }],
  );
  await storeKeys(tx, keys);
  const gone = changed.filter(({ key, isNew }) => key === null && !isNew);
  if (gone.length === 0) return;
  await tx.run(DROP_KEYS, [
    tx.ctx.companyId,
    arrays.uuid(gone, ({ rule }) => rule.id),
    arrays.uuid(gone, ({ recordId }) => recordId),
  ]);
}

interface BatchMatch extends MatchedRecord {
  readonly index: number;
}

/** The records of the batch by their keys as they will be, in their order. */
async function batchMatches(
  ctx: Ctx,
  object: CompanyObject,
  rules: readonly DuplicateRule[],
  records: readonly PendingRecord[],
): Promise<ReadonlyMap<string, readonly BatchMatch[]>> {
  const found = new Map<string, BatchMatch[]>();
  if (records.length === 1) return found;
  const titleField = shownTitle(ctx, object);
  for (const rule of rules) {
    for (const [index, { after }] of records.entries()) {
      const nextTurn = yieldIfDue();
      if (nextTurn) await nextTurn;
      const key = duplicateKey(object, rule, after);
      if (key === null) continue;
      const title = titleField === null ? null : after[titleField];
      const match: BatchMatch = {
        index,
        ruleId: rule.id,
        key,
        recordId: after.id,
        title: typeof title === 'string' ? title : null,
        visible: true,
      };
      const name = `${rule.id} ${key}`;
      const known = found.get(name);
      if (known) known.push(match);
      else found.set(name, [match]);
    }
  }
  return found;
}

/** One of the batch has no address before it is made, and may never be. */
const isAmongThese = (match: MatchedRecord): match is BatchMatch => 'index' in match;

/**
 * Only what the actor may see is named; that there are others is said where a rule looks among all.
 */
function findingOf(
  object: CompanyObject,
  { index, rule }: ChangedKey,
  matches: readonly MatchedRecord[],
): RecordFinding {
  const seen = matches.filter(({ visible }) => visible);
  const named = seen.map((match) => {
    const place = isAmongThese(match) ? 'one of these records' : match.recordId;
    return `${match.title ?? object.label} (${place})`;
  });
  const hidden = matches.length - seen.length;
  if (hidden > 0)
    named.push(hidden === 1 ? 'one that you may not see' : `${hidden} that you may not see`);
  const list = named.join(', ');
  const pointer = `/${rule.definition.fields[0]?.field ?? ''}`;
  if (rule.definition.action === 'block') {
    const errors = seen.map((match): FieldError => {
      const title = match.title ?? object.label;
      const place = `${object.path}/${match.recordId}`;
      const message = isAmongThese(match)
        ? `${title} is one of these records`
        : `${title} at ${place}`;
      return { pointer, code: 'duplicate', message };
    });
    return { index, problem: duplicateRecord({ rule: rule.name, matches: list }, { errors }) };
  }
  const warning = {
    code: 'duplicate_record',
    message: `By the rule “${rule.name}” the record may exist already: ${list}.`,
    pointer,
    recordIds: seen.filter((match) => !isAmongThese(match)).map(({ recordId }) => recordId),
  };
  return { index, warning };
}
