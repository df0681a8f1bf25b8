import type { RecordReach } from '@quittance/access';
import type { Tx } from '@quittance/database';
import type { Field, FieldValues } from '@quittance/fields';
import type { DomainError } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { PendingRecord, RecordCompletion, RecordFinding } from '../model/record-finding.js';
import type { ObjectId, RecordChange, RecordId, RecordView } from './record.js';
import type { ReferenceTarget } from './reference-target.js';

/**
 * What an object does beyond keeping its fields. Everything runs inside the transaction of the
 * change; `object` is the object as the company has it, with all others in its model.
 */
export interface ObjectHooks {
  /**
   * What speaks against records beyond their fields (their state forbids it, a key is taken): an
   * entry for each, in order, with the place in the record (`errors`), null where nothing does, and
   * all of it where there is more. It is asked of those with faults in their fields (`wrong`) as
   * well, so that all is told at once: what is wrong or missing in a new record is null, in another
   * what it was.
   */
  faults?(
    tx: Tx,
    records: readonly PendingRecord[],
    object: CompanyObject,
  ): Promise<readonly (DomainError | readonly DomainError[] | null)[]>;
  /**
   * What a key is called that `faults` tells of, where somebody else took it in between and only
   * its index tells; undefined of a field that has no problem of its own.
   */
  taken?(field: string, record: FieldValues): DomainError | undefined;
  /** Completes or refuses what is about to be made: one entry for each record, in order. */
  beforeCreate?(
    tx: Tx,
    values: readonly FieldValues[],
    object: CompanyObject,
  ): Promise<readonly FieldValues[]>;
  /** Completes or refuses a change: `after` is the record as it would be. Answers more changes. */
  beforeUpdate?(
    tx: Tx,
    changes: readonly RecordChange[],
    object: CompanyObject,
  ): Promise<readonly FieldValues[]>;
  afterCreate?(tx: Tx, records: readonly RecordView[], object: CompanyObject): Promise<void>;
  afterUpdate?(tx: Tx, changes: readonly RecordChange[], object: CompanyObject): Promise<void>;
  /** What a copy of the record has instead of its values, where the caller sends nothing. */
  beforeClone?(tx: Tx, source: RecordView): Promise<FieldValues>;
  /** Copies what hangs on the record as well, or refuses the copy. */
  afterClone?(tx: Tx, source: RecordView, copy: RecordView): Promise<void>;
  /** Refuses a deletion with its reason, or removes what hangs on the record. */
  beforeDelete?(tx: Tx, records: readonly RecordView[], object: CompanyObject): Promise<void>;
}

/**
 * What names a record whoever sends it: a unique field whose value the object makes of others. A
 * row of an import that says so much is about the record that is named so already.
 */
export interface NaturalKey {
  readonly field: string;
  /** The members that its value is made of. */
  readonly parts: readonly string[];
  /** Of what was sent, unchecked; undefined where it does not say enough. */
  of(input: Readonly<Record<string, unknown>>): string | undefined;
}

/** Where the rows of an object are. */
export interface ObjectTable {
  /** With its schema: `crm.lead`. */
  readonly name: string;
  /** Deleted records stay, with `deleted_at` set. Otherwise the row goes. */
  readonly softDelete: boolean;
  /** The table of custom objects holds many: their rows are those of this object. */
  readonly objectId: ObjectId | null;
}

/**
 * A record type, built in or custom, with its fields as one company has them. From it come
 * validation, lists, search, export, import, layouts and documentation.
 */
export interface RecordObject {
  /** API name: `lead`, or of a custom object `project__c`. */
  readonly name: string;
  readonly label: string;
  readonly pluralLabel: string;
  /** Where its records are served: `/leads`, `/objects/project__c`. */
  readonly path: string;
  /** Row of the role matrix: `leads`, `objects/project__c`. */
  readonly resource: string;
  readonly table: ObjectTable;
  readonly custom: boolean;
  /** Custom fields may be defined on it. */
  readonly customizable: boolean;
  /**
   * By API name, in their order. Common ones (`id`, `version`, `ownerId`, `createdAt` …) included.
   */
  readonly fields: ReadonlyMap<string, Field>;
  /** The field that names a record to a person. */
  readonly titleField: string;
  /** Records have an owner, so that a role may reach its own or its team's only. */
  readonly owned: boolean;
  /** Of one without owners, how its records reach whose they are; absent of nobody's. */
  readonly ways?: RecordReach['ways'];
  /** The field that the revisions of a record share; absent where there are none. */
  readonly revisedUnder?: string;
  readonly defaultSort: string;
  readonly naturalKey: NaturalKey | null;
  /** No words of its records are kept: they are found by the beginning of their titles alone. */
  readonly wordless: boolean;
  readonly hooks: ObjectHooks;
}

/** An object of one company: with its custom fields, and the model that what it points at is in. */
export interface CompanyObject extends RecordObject {
  readonly model: CompanyModel;
}

/** What values are read by. */
export interface ModelTerms {
  readonly baseCurrency: Currency;
  readonly timeZone: string;
}

/**
 * All objects as one company has them at one version of its metadata. Immutable; shared by
 * requests.
 */
export interface CompanyModel {
  /** Rises with every change of fields, objects, rules, layouts or views of the company. */
  readonly version: number;
  readonly terms: ModelTerms;
  /** By API name: built-in and custom. */
  readonly objects: ReadonlyMap<string, CompanyObject>;
  /** By name: what fields may point at beside objects, such as `user`. */
  readonly targets: ReadonlyMap<string, ReferenceTarget>;
  /** By name: what rows of lists name by its id besides, such as `stage`. */
  readonly shown: ReadonlyMap<string, ReferenceTarget>;
  /** What is asked before every save. */
  readonly checks: readonly RecordCheck[];
}

/** Asked before every save, after the fields are valid and in the transaction of the change. */
export interface RecordCheck {
  readonly name: string;
  /** It only judges records: not asked about changes that the object's own rules bring about. */
  readonly judges?: boolean;
  /** Whether the company has anything to ask of records of the object. */
  applies(tx: Tx, object: CompanyObject): Promise<boolean>;
  /** Asked about a whole set at once: statements for the set, never for each record. */
  check(
    tx: Tx,
    object: CompanyObject,
    records: readonly PendingRecord[],
  ): Promise<readonly RecordFinding[]>;
  /**
   * What is set of records before they are completed by their object and judged, one step after the
   * other: each sees what those before it have set. Not asked about what the object's own rules
   * bring about.
   */
  completions?(tx: Tx, object: CompanyObject): Promise<readonly RecordCompletion[]>;
  /**
   * Refuses that records are moved by an operation that is not judged, such as a merger; they are
   * locked. For the whole set at once.
   */
  hold?(tx: Tx, object: CompanyObject, ids: readonly RecordId[]): Promise<void>;
  /** Takes away what it has kept of records that are deleted, for the whole set at once. */
  forget?(tx: Tx, object: CompanyObject, ids: readonly RecordId[]): Promise<void>;
}
