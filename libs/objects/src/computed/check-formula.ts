import { Injectable } from '@nestjs/common';
import { companyToday } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import {
  FormulaError,
  blanksAs,
  checkFormula,
  type BlankAs,
  type CheckedFormula,
  type FormulaFault,
  type FormulaTrace,
  type FormulaType,
} from '@quittance/formula';
import {
  invalidField,
  invalidFields,
  isUuid,
  notFound,
  references,
  type Ctx,
} from '@quittance/kernel';
import {
  CompanyModels,
  type CompanyObject,
  type Reach,
  type RecordId,
  type RecordView,
  formulaInput,
  inFormula,
  isUser,
  fieldsKept,
  lookupOf,
  reachedObject,
} from '@quittance/metadata';
import { type FieldValues, type Field, type FieldValue, readValues } from '@quittance/fields';
import { readRecords } from '../records/read-records.js';
import { computeFields, reachOf } from './compute-fields.js';

export interface FormulaQuestion {
  /** API name of the object. */
  readonly object: string;
  readonly expression: string;
  /** What an empty number is in its arithmetic; `zero` unless said. */
  readonly blankAs?: BlankAs;
  /** A record to evaluate it on: members by field name, `id` of a stored record beneath them. */
  readonly sample?: Readonly<Record<string, unknown>> | null;
}

export interface FormulaAnswer {
  readonly valid: boolean;
  /** Null where it is not valid. */
  readonly type: FormulaType | null;
  readonly errors: readonly FormulaFault[];
  /** The fields that it names: `amount`, `account.industry`. */
  readonly fields: readonly string[];
  readonly usesClock: boolean;
  /** On the sample; null without one. */
  readonly value: FieldValue;
  readonly trace: FormulaTrace | null;
}

const INVALID = {
  valid: false,
  type: null,
  fields: [],
  usesClock: false,
  value: null,
  trace: null,
};

/** Checks a formula before it is saved, and shows what it comes to and why. Changes nothing. */
@Injectable()
export class CheckFormula {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, validation_failed for the sample */
  async execute(
    ctx: Ctx,
    { object, expression, blankAs, sample }: FormulaQuestion,
  ): Promise<FormulaAnswer> {
    return this.db.read(ctx, async (tx) => {
      const shape = await this.models.object(tx, object);
      let formula: CheckedFormula;
      try {
        formula = checkFormula(expression, shownScope(ctx, shape));
      } catch (error) {
        if (!(error instanceof FormulaError)) throw error;
        return { ...INVALID, errors: error.faults };
      }
      const { type, usesClock, paths } = formula;
      const fields = paths.map((path) => path.join('.'));
      const found = { valid: true, type, errors: [], fields, usesClock };
      if (!sample) return { ...found, value: null, trace: null };
      return { ...found, ...(await evaluate(tx, shape, { formula, blankAs }, sample)) };
    });
  }
}

/** What a formula may name that somebody tries: nothing that is hidden from them. */
function shownScope({ permissions }: Ctx, object: CompanyObject) {
  const { objects } = object.model;
  if (!permissions.fieldBound?.length) return inFormula.scope(object, objects);
  const shown = [...objects].map(
    ([name, each]) => [name, fieldsKept.object(permissions, each)] as const,
  );
  return inFormula.scope(fieldsKept.object(permissions, object), new Map(shown));
}

interface Asked {
  readonly formula: CheckedFormula;
  readonly blankAs: BlankAs | undefined;
}

async function evaluate(
  tx: Tx,
  object: CompanyObject,
  { formula, blankAs }: Asked,
  sample: Readonly<Record<string, unknown>>,
): Promise<Pick<FormulaAnswer, 'value' | 'trace'>> {
  const asked = withFormula(object, formula.text);
  const { id, ...members } = sample;
  const stored = id === undefined || id === null ? {} : await storedSample(tx, object, id);
  const { values, others } = readSample(tx, object, stored, members);
  const before = { ...stored, ...values } as RecordView;
  const [record = before] = await computeFields(tx, asked, [before]);
  // Totals of children are those of the stored record: a sample has none.
  const known = { ...record, ...values };
  const reach = (await reachOf(tx, asked, [known]))(known);
  const sampled: Reach = (first) =>
    others.get(first) ?? shownThere(tx, object, { first, record: known, there: reach(first) });
  const { now, work } = tx.ctx;
  const terms = { reach: sampled, budget: work };
  const input = { ...formulaInput(asked, known, now, terms), ...blanksAs(blankAs) };
  return { value: inFormula.result(formula.evaluate(input)), trace: formula.trace(input) };
}

/**
 * What a lookup leads to, as far as it is shown. Whoever defines a formula decides that it tells
 * the address of a user; whoever only tries one sees those of others by the right to view users.
 */
function shownThere(
  { ctx }: Tx,
  object: CompanyObject,
  { first, record, there }: { first: string; record: FieldValues; there: ReturnType<Reach> },
): ReturnType<Reach> {
  const lookup = lookupOf(object, first);
  const target = lookup && reachedObject(object.model, lookup);
  if (!there || !lookup || !target || !isUser(target)) return there;
  const isOwn = ctx.userId !== null && record[lookup.name] === ctx.userId;
  return isOwn || ctx.permissions.can(target.resource, 'view') ? there : { ...there, email: null };
}

const ASKED = 'asked';

/** The object as if it had the formula: so it is known what it reaches. */
function withFormula(object: CompanyObject, formula: string): CompanyObject {
  const [any] = object.fields.values();
  const field: Field = {
    ...(any as Field),
    name: ASKED,
    type: 'formula',
    settings: { formula },
    requiredWhen: null,
    storage: { kind: 'computed' },
  };
  return { ...object, fields: new Map([...object.fields, [ASKED, field]]) };
}

/** A record that the caller may see. @throws DomainError not_found, validation_failed */
async function storedSample(tx: Tx, object: CompanyObject, id: unknown): Promise<FieldValues> {
  if (!isUuid(id)) throw invalidField('/sample/id', 'format', 'must be a UUID');
  const allowed = tx.ctx.permissions.all || tx.ctx.permissions.can(object.resource, 'view');
  const [record] = allowed ? await readRecords(tx, object, [id.toLowerCase() as RecordId]) : [];
  if (!record) throw notFound({ object: references.called(object.label) });
  return record;
}

/** The members of a sample as values; objects beneath a lookup are samples of what it points at. */
function readSample(
  tx: Tx,
  object: CompanyObject,
  stored: FieldValues,
  members: Readonly<Record<string, unknown>>,
): { values: FieldValues; others: ReadonlyMap<string, FieldValues> } {
  const own: Record<string, unknown> = {};
  const others = new Map<string, FieldValues>();
  for (const [name, value] of Object.entries(members)) {
    const lookup = object.fields.get(name) ?? object.fields.get(`${name}Id`);
    const target = lookup && reachedObject(object.model, lookup);
    if (target && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      others.set(name, readMembers(tx, target, {}, value, `/sample/${name}`));
    } else Object.defineProperty(own, name, { value, enumerable: true });
  }
  return { values: readMembers(tx, object, stored, own, '/sample'), others };
}

function readMembers(
  tx: Tx,
  object: CompanyObject,
  before: FieldValues,
  members: object,
  pointer: string,
): FieldValues {
  const { timeZone, baseCurrency } = object.model.terms;
  const { values, errors } = readValues(object, members as FieldValues, {
    mode: 'update',
    before,
    timeZone,
    baseCurrency,
    pointer,
    lenient: true,
    work: tx.ctx.work,
    today: companyToday({ timeZone }, tx.ctx.now),
  });
  if (errors.length > 0) throw invalidFields(errors);
  return values;
}
