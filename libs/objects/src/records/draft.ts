import {
  invalidFields,
  malformedRequest,
  type DomainError,
  type FieldError,
} from '@quittance/kernel';
import type { RecordId, RecordView } from '@quittance/metadata';
import type { FieldValues, FieldValue } from '@quittance/fields';
import type { StoredRecord } from './read-records.js';

/** One record on its way to be saved, and what speaks against it. */
export interface Draft {
  /** Position among what was sent. */
  readonly index: number;
  readonly id: RecordId;
  readonly before: StoredRecord | null;
  /** Canonical values of what is set or changed. */
  values: FieldValues;
  /** The record as it will be. */
  after: RecordView;
  readonly errors: FieldError[];
  problem: DomainError | null;
}

/** Refused: which drafts, and each why. */
export class DraftsRefused extends Error {
  constructor(readonly drafts: readonly Draft[]) {
    super('Some records are refused');
  }
}

export function isRefused({ errors, problem }: Draft): boolean {
  return errors.length > 0 || problem !== null;
}

/** Of custom fields none is missed that is not among these: nobody could be asked for it. */
export function forgiveUnasked({ errors }: Draft, asked: ReadonlySet<string>): void {
  const isMissed = ({ code, pointer = '' }: FieldError) => {
    const name = pointer.slice(1);
    return code === 'required' && name.endsWith('__c') && !asked.has(name);
  };
  errors.splice(0, errors.length, ...errors.filter((error) => !isMissed(error)));
}

/** @throws DraftsRefused when any is refused */
export function demandNone(drafts: readonly Draft[]): void {
  const refused = drafts.filter(isRefused);
  if (refused.length > 0) throw new DraftsRefused(refused);
}

/**
 * Why each is refused, by its position among those asked about; null where the error is another.
 */
export function refusalsIn(error: unknown): ReadonlyMap<number, DomainError> | null {
  if (!(error instanceof DraftsRefused)) return null;
  return new Map(error.drafts.map((draft) => [draft.index, draftRefusal(draft)]));
}

const isUnknown = ({ code }: FieldError) => code === 'unknown_field';

/**
 * What the caller of a single record is told: a problem of its own where it is all that is wrong,
 * else everything at once. Members that nobody knows are no business rule.
 */
export function draftRefusal(draft: Draft): DomainError {
  const { errors, problem } = draft;
  return problem && errors.length === 0 ? problem : fieldProblem(faultsOf(draft));
}

function faultsOf({ errors, problem }: Draft): readonly FieldError[] {
  if (!problem) return errors;
  const { code, message, options } = problem;
  const places = new Set(errors.map(({ pointer }) => pointer));
  const others = (options.errors ?? [{ code, message }]) as readonly FieldError[];
  return [...errors, ...others.filter(({ pointer }) => !places.has(pointer))];
}

function fieldProblem(errors: readonly FieldError[]): DomainError {
  if (!errors.some(isUnknown)) return invalidFields(errors);
  return malformedRequest({ reason: 'The body has members that are not known.' }, { errors });
}

/** What the caller of a whole set is told: everything at once, each pointer led by its position. */
export function refusalOfAll(refused: readonly Draft[], isSet: boolean): DomainError {
  const [first] = refused;
  if (!first) throw new Error('Nothing is refused');
  if (!isSet) return draftRefusal(first);
  const problem = refused.find((each) => each.problem && each.errors.length === 0)?.problem;
  if (problem && refused.every(({ errors }) => errors.length === 0)) return problem;
  const errors = refused.flatMap((draft) =>
    faultsOf(draft).map((error) => ({
      ...error,
      pointer: `/${draft.index}${error.pointer ?? ''}`,
    })),
  );
  return fieldProblem(errors);
}

/** Adds values that nobody sent; what is as it was stays out of the changes. */
export function addValues(draft: Draft, values: FieldValues): void {
  draft.after = { ...draft.after, ...values };
  const all = { ...draft.values, ...values };
  draft.values = draft.before ? differing(draft.before.view, all) : all;
}

/** Only the members whose value differs from what the record has. */
export function differing(before: RecordView, values: FieldValues): FieldValues {
  const changed = Object.entries(values).filter(
    ([name, value]) => !sameValue(before[name] ?? null, value),
  );
  return Object.fromEntries(changed);
}

/**
 * Canonical values are equal when they are written the same; members of documents have no order.
 */
export function sameValue(a: FieldValue, b: FieldValue): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((each, i) => sameValue(each as FieldValue, (b[i] ?? null) as FieldValue))
    );
  }
  const [left, right] = [a, b] as readonly Readonly<Record<string, FieldValue>>[];
  const names = Object.keys(left ?? {});
  if (names.length !== Object.keys(right ?? {}).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(right ?? {}, name) && sameValue(left?.[name] ?? null, right?.[name] ?? null),
  );
}
