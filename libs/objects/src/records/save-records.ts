import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import {
  type RecordChange,
  type RecordView,
  storedFormulas,
  type CompanyObject,
  type PendingRecord,
} from '@quittance/metadata';
import type { FieldValues, FieldValue } from '@quittance/fields';
import { computeFields, isComputedForActor } from '../computed/compute-fields.js';
import { maintainRollups } from '../computed/maintain-rollups.js';
import { withoutChildren } from '../computed/without-children.js';
import { storeSideRowsOf } from '../values/side-rows.js';
import { takenByOthers } from '../values/taken-in-documents.js';
import { storeWords } from '../words/record-words.js';
import { assignAutoNumbers } from './assign-auto-numbers.js';
import { checkUnique, markTaken, markViolation } from './check-unique.js';
import { completeDrafts } from './complete-drafts.js';
import { demandOwner } from './demand-owner.js';
import { demandWork } from './demand-work.js';
import { addValues, demandNone, isRefused, type Draft } from './draft.js';
import { objectParams } from './owned-rows.js';
import { recordRows } from './record-rows.js';
import type { RecordOptions } from './record-write.js';
import { askFaults, tellFaults, tellTaken } from './tell-faults.js';

/**
 * Saves drafts whose fields are valid, all of them or none: rules and hooks complete them, checks
 * are asked, then rows, side tables, log and events are written, each in one statement for all.
 * @throws DraftsRefused naming those that cannot be saved; DomainError of a hook
 */
export async function saveDrafts(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
  options: RecordOptions,
): Promise<readonly RecordView[]> {
  if (drafts.length === 0) return [];
  const isNew = drafts[0]?.before === null;
  if (!options.cascade) {
    await completeDrafts(tx, object, drafts);
    if (drafts.some(isRefused)) await tellFaults(tx, object, drafts);
    demandNone(drafts);
  }
  await askFaults(tx, object, drafts);
  await complete(tx, object, drafts, isNew);
  if (isNew && !options.cascade && !options.unscoped) demandOwner(tx, object, drafts);
  await checkUnique(tx, object, drafts);
  await askChecks(tx, object, drafts, options);
  if (drafts.some(isRefused)) await tellTaken(tx, object, drafts);
  demandNone(drafts);
  if (options.held) await demandFree(tx, object, drafts);
  if (isNew) {
    await assignAutoNumbers(tx, object, drafts);
    for (const draft of drafts) draft.after = { ...draft.after, ...withoutChildren(object) };
  }
  for (const draft of drafts) addValues(draft, await storedFormulas(object, draft.after, tx.ctx));
  demandWork(tx, object, drafts);
  await write(tx, object, drafts, isNew);
  await maintainRollups(
    tx,
    object,
    drafts.map(({ before, after }) => ({ before: before?.view ?? null, after })),
  );
  const saved = drafts.map(({ after }) => after);
  // Subscribers and workflows hear the same whoever saves; the actor is shown what the actor may
  // see.
  const views = await computeFields(tx, object, saved, 'company');
  demandWork(tx, object, drafts);
  const changes = drafts.map((draft, i) => changeOf(draft, views[i] as RecordView));
  tell(tx, object, changes, isNew, options);
  if (isNew) await object.hooks.afterCreate?.(tx, views, object);
  else await object.hooks.afterUpdate?.(tx, changes, object);
  return isComputedForActor(tx.ctx, object) ? computeFields(tx, object, saved) : views;
}

/** Lets the object's own rules complete what was sent. They are trusted. */
async function complete(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
  isNew: boolean,
): Promise<void> {
  const { beforeCreate, beforeUpdate } = object.hooks;
  const more = isNew
    ? await beforeCreate?.call(
        object.hooks,
        tx,
        drafts.map(({ after }) => after),
        object,
      )
    : await beforeUpdate?.call(
        object.hooks,
        tx,
        drafts.map((draft) => changeOf(draft)),
        object,
      );
  if (!more) return;
  for (const [i, draft] of drafts.entries()) addValues(draft, more[i] ?? {});
}

function changeOf(draft: Draft, after: RecordView = draft.after): RecordChange {
  return { before: draft.before?.view ?? after, after, changes: draft.values };
}

async function askChecks(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
  { onWarning, cascade = false }: RecordOptions,
): Promise<void> {
  const checks = object.model.checks.filter(({ judges }) => !(cascade && judges));
  if (checks.length === 0) return;
  // A verdict must not depend on who saves.
  const saved = drafts.map(({ after }) => after);
  const computed = await computeFields(tx, object, saved, 'company');
  const pending = drafts.map((draft, i): PendingRecord => ({
    before: draft.before?.view ?? null,
    after: computed[i] ?? draft.after,
    changes: draft.values,
  }));
  demandWork(tx, object, drafts);
  for (const check of checks) {
    for (const { index, error, problem, warning } of await check.check(tx, object, pending)) {
      const draft = drafts[index];
      if (!draft) throw new Error(`The check ${check.name} names a record that is not there`);
      if (error) draft.errors.push(error);
      if (problem) draft.problem ??= problem;
      if (warning) onWarning?.(draft.index, warning);
    }
  }
}

/** They are locked by then. @throws DomainError record_awaits_approval */
async function demandFree(tx: Tx, object: CompanyObject, drafts: readonly Draft[]): Promise<void> {
  const ids = drafts.map(({ id }) => id);
  for (const check of object.model.checks) await check.hold?.(tx, object, ids);
}

async function write(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
  isNew: boolean,
): Promise<void> {
  const rows = recordRows(object);
  const data = JSON.stringify(
    drafts.map(({ after, before }) => rows.row(after, before?.custom ?? {})),
  );
  const { companyId } = tx.ctx;
  const written = isNew
    ? tx.run(rows.insert, [companyId, data, ...objectParams(object)])
    : tx.run(rows.update, [companyId, data]);
  const words = storeWords(
    tx,
    object,
    drafts.map(({ before, after }) => ({ before: before?.view ?? null, after })),
  );
  try {
    if (!rows.hasCustom) {
      await Promise.all([written, words]);
      return;
    }
    const beside = storeSideRowsOf(tx, object, data, { fresh: isNew });
    const [answer] = await Promise.all([beside, written, words]);
    markTaken(object, drafts, await takenByOthers(tx, object, drafts, answer));
  } catch (error) {
    const cause = await written.then(
      () => error,
      (failed: unknown) => failed,
    );
    if (!markViolation(cause, object, drafts)) throw cause;
  }
  demandNone(drafts);
}

function tell(
  tx: Tx,
  object: CompanyObject,
  changes: readonly RecordChange[],
  isNew: boolean,
  { action }: RecordOptions,
): void {
  const verb = isNew ? 'created' : 'updated';
  for (const { before, after, changes: values } of changes) {
    const recordId = after.id;
    const old = isNew ? null : pick(before, values);
    audit(tx, {
      action: action ?? `${object.name}.${verb}`,
      object: object.name,
      recordId,
      before: old,
      after: isNew ? set(values) : values,
    });
    const event = { object: object.name, recordId, data: after, ...(old && { before: old }) };
    emit(tx, { type: `record.${verb}`, ...event });
  }
}

function pick(view: RecordView, values: FieldValues): Record<string, FieldValue> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, view[name] ?? null]));
}

/** Of a new record what it has; what it has not is no news. */
function set(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
