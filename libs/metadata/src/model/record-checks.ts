import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { DomainError, FieldError } from '@quittance/kernel';
import type { RecordId, RecordView } from '../catalogue/object.js';
import type { FieldValues } from '@quittance/fields';
import type { CompanyObject } from './company-model.js';

/** A record that is about to be saved. */
export interface PendingRecord {
  /** Null when it is being made. */
  readonly before: RecordView | null;
  /** As it will be; its id is known already. */
  readonly after: RecordView;
  /** The members that differ; of a new record all that it has. */
  readonly changes: FieldValues;
}

/** Something that does not forbid saving but that the caller is told. */
export interface RecordWarning {
  readonly code: string;
  readonly message: string;
  readonly pointer?: string;
  /** Other records that it is about: possible duplicates. */
  readonly recordIds?: readonly RecordId[];
}

/**
 * What a check has found about one record. Field errors of all checks are told together
 * (`validation_failed`); a problem of its own is told alone, and only where no field is wrong.
 */
export interface RecordFinding {
  /** Position of the record among those asked about. */
  readonly index: number;
  readonly error?: FieldError;
  readonly problem?: DomainError;
  readonly warning?: RecordWarning;
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
  /** Takes away what it has kept of records that are deleted, for the whole set at once. */
  forget?(tx: Tx, object: CompanyObject, ids: readonly RecordId[]): Promise<void>;
}

/** Who is asked before records are saved; filled while the application starts. */
@Injectable()
export class RecordChecks {
  private readonly checks: RecordCheck[] = [];

  register(check: RecordCheck): void {
    if (this.checks.some(({ name }) => name === check.name)) {
      throw new Error(`The record check ${check.name} is registered twice`);
    }
    this.checks.push(check);
  }

  /** The list itself: what is registered later is in it. */
  all(): readonly RecordCheck[] {
    return this.checks;
  }
}
