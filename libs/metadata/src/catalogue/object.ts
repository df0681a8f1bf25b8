import type { Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';
import type { Field, FieldValue, FieldValues } from '@quittance/fields';
import type { CompanyObject } from '../model/company-model.js';

export type RecordId = Id<'record'>;
export type ObjectId = Id<'object'>;

/** A record as the API shows it: common members, standard fields and custom ones side by side. */
export interface RecordView {
  readonly id: RecordId;
  readonly version: number;
  readonly [field: string]: FieldValue;
}

/**
 * What an object does beyond keeping its fields. Everything runs inside the transaction of the
 * change; `object` is the object as the company has it, with all others in its model.
 */
export interface ObjectHooks {
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

export interface RecordChange {
  readonly before: RecordView;
  readonly after: RecordView;
  /** The members that differ. */
  readonly changes: FieldValues;
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
  readonly defaultSort: string;
  readonly naturalKey: NaturalKey | null;
  readonly hooks: ObjectHooks;
}
