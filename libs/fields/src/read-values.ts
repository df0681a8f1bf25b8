import type { FieldRights } from '@quittance/lists';
import { relativeDay, type LocalDate } from '@quittance/calendar';
import { WorkBudget } from '@quittance/work';
import type { Currency } from '@quittance/money';
import type { FieldError } from '@quittance/kernel';
import { isDeepStrictEqual } from 'node:util';
import {
  MAX_READ_WORK,
  TOO_MUCH_WORK,
  type Fault,
  type FieldKind,
  type ReadContext,
} from './field-kind.js';
import {
  COMPUTED_TYPES,
  type Field,
  type Fielded,
  type FieldValue,
  type FieldValues,
} from './field.js';
import { KINDS } from './kinds.js';
import { pointerPart } from './options.js';
import { WrongValue } from './wrong-value.js';

/** Bytes of the custom values of one record. */
export const MAX_CUSTOM_BYTES = 65_536;

export interface ReadOptions {
  /** A patch leaves alone what it does not name; a creation takes defaults for it. */
  readonly mode: 'create' | 'update';
  /** The record as it is; of a new one what is known beside what is sent. */
  readonly before?: FieldValues;
  readonly today: LocalDate;
  /** `UTC` when absent. */
  readonly timeZone?: string;
  readonly baseCurrency: Currency;
  /** Stands before the pointers: `/records/3` in a bulk request. */
  readonly pointer?: string;
  /** Whether a field with `requiredWhen` is required of the record as it would be. */
  readonly requiredWhen?: (
    field: Field,
    record: FieldValues,
    budget?: WorkBudget,
  ) => boolean | 'unaffordable';
  /** The system itself is writing: read-only members may be given. */
  readonly system?: boolean;
  /** Members that whoever sends it may not write, and those that are hidden from them. */
  readonly kept?: FieldRights | undefined;
  /** A sample, which nobody keeps: what is read only may be given, and is read like a value. */
  readonly lenient?: boolean;
  /** What the request may cost; what a record costs is bounded without it too. */
  readonly work?: WorkBudget | undefined;
}

export interface ReadValues {
  /**
   * Canonical values by name, of what was sent and what took its default; those at fault are left
   * out.
   */
  readonly values: FieldValues;
  /** Everything that is wrong, in the order of the body; what is missing comes last. */
  readonly errors: readonly FieldError[];
}

/**
 * Reads what was sent for one record. Never throws for bad input; whether what it points at exists,
 * and whether it is unique, is asked of the database afterwards.
 */
export function readValues(
  object: Fielded,
  input: Readonly<Record<string, unknown>>,
  options: ReadOptions,
): ReadValues {
  return new Reader(object, options).read(input);
}

/**
 * What is asked of the fields of an object at every record, gathered once for each version of it.
 */
interface Plan {
  readonly defaults: readonly Field[];
  readonly amounts: readonly Field[];
  readonly dependents: readonly Field[];
  readonly demanded: readonly Field[];
  readonly custom: readonly Field[];
}

const plans = new WeakMap<Fielded, Plan>();

function planOf(object: Fielded): Plan {
  let plan = plans.get(object);
  if (!plan) {
    const fields = [...object.fields.values()];
    const sent = fields.filter(({ type }) => !COMPUTED_TYPES.has(type));
    plan = {
      defaults: sent.filter(
        (field) => field.default !== null || KINDS[field.type].empty?.(field) != null,
      ),
      amounts: fields.filter(({ settings }) => settings.currencyField !== undefined),
      dependents: fields.filter(({ settings }) => settings.dependsOn !== undefined),
      demanded: sent.filter((field) => alwaysRequired(field) || field.requiredWhen !== null),
      custom: fields.filter(({ storage }) => storage.kind === 'custom'),
    };
    plans.set(object, plan);
  }
  return plan;
}

function alwaysRequired({ required, readOnly, type }: Field): boolean {
  return (required || type === 'master_detail') && !readOnly;
}

class Reader {
  private readonly plan: Plan;
  private readonly errors: FieldError[] = [];
  /** By name, so that no name of a body can be mistaken for a member of an object. */
  private readonly values = new Map<string, FieldValue>();
  private readonly atFault = new Set<string>();
  private readonly before: FieldValues;
  /** Nothing else has its turn while a record is read, and so it may not cost much. */
  private readonly work: WorkBudget;

  constructor(
    private readonly object: Fielded,
    private readonly options: ReadOptions,
  ) {
    this.before = options.before ?? {};
    this.plan = planOf(object);
    this.work = new WorkBudget(MAX_READ_WORK, options.work);
  }

  read(input: Readonly<Record<string, unknown>>): ReadValues {
    const given: [Field, unknown][] = [];
    for (const [name, value] of Object.entries(input)) {
      const field = this.object.fields.get(name);
      const known = field && !this.options.kept?.hidden.has(name);
      if (known && this.mayBeSent(field, value)) given.push([field, value]);
      if (!known) this.fail(name, 'unknown_field', `is not a field of ${this.object.name}`);
    }
    for (const [field, value] of inOrder(given)) this.take(field, value);
    if (this.options.mode === 'create') this.takeDefaults();
    this.recheckAmounts();
    this.recheckDependents();
    this.demandRequired();
    this.demandSize();
    return { values: Object.fromEntries(this.values), errors: sorted(this.errors, input, this.at) };
  }

  private get at(): string {
    return this.options.pointer ?? '';
  }

  private fail(name: string, code: string, message: string, inside = ''): void {
    this.atFault.add(name);
    this.errors.push({ pointer: `${this.at}/${pointerPart(name)}${inside}`, code, message });
  }

  private failAll(name: string, faults: readonly Fault[]): void {
    for (const { code, message, inside } of faults) this.fail(name, code, message, inside);
  }

  /** What does not change may be sent: a file that was downloaded has it in every row. */
  private isSaidAgain(field: Field, value: unknown): boolean {
    const standing = this.known(field.name) ?? null;
    if (value === null || value === undefined) {
      return isDeepStrictEqual(standing, KINDS[field.type].empty?.(field) ?? null);
    }
    const reading = KINDS[field.type].read(value, field, this.context(field.name));
    return !reading.faults && isDeepStrictEqual(reading.value, standing);
  }

  private mayBeSent(field: Field, value: unknown): boolean {
    const { name, type, readOnly, createOnly } = field;
    if (this.options.system || this.options.lenient) return true;
    if (this.options.kept?.unwritten.has(name)) {
      if (this.options.mode === 'update' && this.isSaidAgain(field, value)) return false;
      this.fail(name, 'read_only', 'may not be written by you');
    } else if (readOnly || COMPUTED_TYPES.has(type)) {
      this.fail(name, 'read_only', 'is set by the system');
    } else if (createOnly && this.options.mode === 'update' && !this.isSaidAgain(field, value)) {
      this.fail(name, 'create_only', 'cannot be changed once the record is made');
    } else return true;
    return false;
  }

  private context(name: string): ReadContext {
    const { today, timeZone = 'UTC', baseCurrency } = this.options;
    return {
      today,
      timeZone,
      baseCurrency,
      previous: this.known(name) ?? null,
      affords: (work) => this.work.spend(work),
      valueOf: (other) => this.valueOf(other),
    };
  }

  private known(name: string): FieldValue | undefined {
    return Object.hasOwn(this.before, name) ? this.before[name] : undefined;
  }

  /** The value that a field will have; undefined when what was sent for it is wrong. */
  private valueOf(name: string): FieldValue | undefined {
    if (this.atFault.has(name)) return undefined;
    const given = this.values.get(name);
    if (given !== undefined) return given;
    const standing = this.known(name);
    if (standing !== undefined) return standing;
    const field = this.object.fields.get(name);
    // What a field that is gone would have said is not known.
    if (!field) return undefined;
    return this.options.mode === 'create' ? defaultOf(field, this.options.today) : null;
  }

  private take(field: Field, value: unknown): void {
    if (value === null || value === undefined) {
      this.values.set(field.name, KINDS[field.type].empty?.(field) ?? null);
      return;
    }
    if (value instanceof WrongValue) {
      this.failAll(field.name, [value.fault]);
      return;
    }
    const { system, lenient } = this.options;
    const taken = system === true && COMPUTED_TYPES.has(field.type);
    const kind = lenient ? sampleKind(field) : KINDS[field.type];
    const reading = taken
      ? { value: value as FieldValue }
      : kind.read(value, field, this.context(field.name));
    if (reading.faults) this.failAll(field.name, reading.faults);
    else this.values.set(field.name, reading.value);
  }

  private takeDefaults(): void {
    for (const field of this.plan.defaults) {
      const { name } = field;
      if (this.values.has(name) || this.atFault.has(name)) continue;
      const value = defaultOf(field, this.options.today);
      if (value !== null && this.goesWithOthers(field, value)) this.values.set(name, value);
    }
  }

  /** Nobody has sent a default: where it does not go with what was sent, there is none. */
  private goesWithOthers(field: Field, value: FieldValue): boolean {
    if (!field.settings.dependsOn) return true;
    return !KINDS[field.type].read(value, field, this.context(field.name)).faults;
  }

  /** A change of the currency must not leave an amount with decimals the new one lacks. */
  private recheckAmounts(): void {
    for (const field of this.plan.amounts) {
      const { currencyField } = field.settings;
      if (currencyField === undefined || this.values.has(field.name)) continue;
      const standing = this.known(field.name);
      if (!this.values.has(currencyField) || standing === undefined || standing === null) continue;
      const reading = KINDS[field.type].read(standing, field, this.context(field.name));
      if (reading.faults) this.failAll(field.name, reading.faults);
      else if (reading.value !== standing) this.values.set(field.name, reading.value);
    }
  }

  /** A change of the controlling field must not leave an option that does not go with it. */
  private recheckDependents(): void {
    for (const field of this.plan.dependents) {
      const { dependsOn } = field.settings;
      if (!dependsOn || !this.values.has(dependsOn.field) || this.values.has(field.name)) continue;
      const standing = this.known(field.name);
      if (standing === undefined || standing === null || this.atFault.has(field.name)) continue;
      const reading = KINDS[field.type].read(standing, field, this.context(field.name));
      if (reading.faults) this.failAll(field.name, reading.faults);
    }
  }

  private demandRequired(): void {
    if (this.plan.demanded.length === 0) return;
    const record = { ...this.before, ...Object.fromEntries(this.values) };
    for (const field of this.plan.demanded) {
      const { name } = field;
      if (this.atFault.has(name)) continue;
      const value = Object.hasOwn(record, name) ? record[name] : undefined;
      if (value !== undefined && !isEmpty(value, field)) continue;
      const required = this.isRequired(field, record);
      if (required === 'unaffordable') {
        this.fail(name, TOO_MUCH_WORK, 'has a condition that costs too much to be asked');
      } else if (required) this.fail(name, 'required', 'is required');
    }
  }

  /**
   * A patch that does not name a field is not refused for a requirement younger than the record.
   */
  private isRequired(field: Field, record: FieldValues): boolean | 'unaffordable' {
    const touched = this.options.mode === 'create' || this.values.has(field.name);
    if (touched && alwaysRequired(field)) return true;
    if (field.requiredWhen === null) return false;
    return this.options.requiredWhen?.(field, record, this.work) ?? false;
  }

  private demandSize(): void {
    const custom: Record<string, FieldValue> = {};
    let touched = false;
    for (const { name } of this.plan.custom) {
      touched ||= this.values.has(name);
      const value = this.values.get(name) ?? this.known(name) ?? null;
      if (value !== null) custom[name] = value;
    }
    if (!touched || Buffer.byteLength(JSON.stringify(custom)) <= MAX_CUSTOM_BYTES) return;
    const message = `has more than ${MAX_CUSTOM_BYTES} bytes in its custom fields`;
    this.errors.push({ pointer: this.at, code: 'max_size', message });
  }
}

/** By what a sample of a computed field is read: as a value of what it comes to. */
function sampleKind({ type, settings }: Field): FieldKind {
  if (type === 'auto_number') return KINDS.text;
  if (type !== 'formula' && type !== 'rollup') return KINDS[type];
  return KINDS[settings.resultType ?? 'number'];
}

/** Amounts after the currency they are in, options after what controls them. */
function inOrder(given: readonly [Field, unknown][]): readonly [Field, unknown][] {
  const waits = ({ settings: { currencyField, dependsOn } }: Field) =>
    currencyField === undefined && dependsOn === undefined ? 0 : 1;
  const first = given.filter(([field]) => waits(field) === 0);
  return [...first, ...inChain(given.filter(([field]) => waits(field) === 1))];
}

/** A picklist may control another that controls a third; definitions refuse circles. */
function inChain(given: readonly [Field, unknown][]): readonly [Field, unknown][] {
  const byName = new Map(given.map((entry) => [entry[0].name, entry]));
  const done = new Set<[Field, unknown]>();
  const visit = (entry: [Field, unknown], depth: number): void => {
    if (done.has(entry) || depth > byName.size) return;
    const controlling = byName.get(entry[0].settings.dependsOn?.field ?? '');
    if (controlling) visit(controlling, depth + 1);
    done.add(entry);
  };
  for (const entry of given) visit(entry, 0);
  return [...done];
}

/** A default is canonical already, apart from a relative day. */
export function defaultOf(field: Field, today: LocalDate): FieldValue {
  const { default: value, type } = field;
  if (type === 'date' && typeof value === 'string') return relativeDay(value, today) ?? value;
  return value ?? KINDS[type].empty?.(field) ?? null;
}

/** An address of nothing is no address. */
function isEmpty(value: FieldValue, { settings: { shape } }: Field): boolean {
  if (value === null) return true;
  return shape === 'address' && Object.values(value).every((each) => each === null);
}

function sorted(
  errors: readonly FieldError[],
  input: Readonly<Record<string, unknown>>,
  at: string,
): readonly FieldError[] {
  const place = new Map(Object.keys(input).map((name, i) => [pointerPart(name), i]));
  const of = ({ pointer = '' }: FieldError) =>
    place.get(pointer.slice(at.length + 1).split('/', 1)[0] ?? '') ?? place.size;
  // A body may have thousands of members that are wrong: each is looked up once.
  const placed = errors.map((error) => ({ error, at: of(error) }));
  return placed.sort((a, b) => a.at - b.at).map(({ error }) => error);
}
