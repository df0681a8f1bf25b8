import type { Tx } from '@quittance/database';
import type { DomainError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import { recordMatch, type MatchField, type RecordInput } from '@quittance/objects';

/** How rows without an `id` say which record they are about. */
export interface RowNaming {
  readonly field: MatchField;
  /** The members that name a record, where the object itself names its records so. */
  readonly parts: readonly string[];
  /** Null where a row does not say. */
  keyOf(values: RecordInput): string | null;
}

/**
 * By the field that `matchBy` names, else as the object names its records; null where it does not.
 */
export function namingOf(
  tx: Tx,
  object: CompanyObject,
  match: MatchField | null,
): RowNaming | null {
  if (match) {
    const keyOf = (values: RecordInput) => recordMatch.key(tx, object, match, values[match.name]);
    return { field: match, parts: [], keyOf };
  }
  const { naturalKey, fields } = object;
  const field = naturalKey && (fields.get(naturalKey.field) as MatchField | undefined);
  if (!naturalKey || !field) return null;
  const keyOf = (values: RecordInput) => recordMatch.key(tx, object, field, naturalKey.of(values));
  return { field, parts: naturalKey.parts, keyOf };
}

/** Rows that say once more what the row before about the same record said, by that row. */
export function echoesOf(
  rows: readonly ImportRow[],
  naming: RowNaming | null,
): ReadonlyMap<ImportRow, ImportRow> {
  const echoes = new Map<ImportRow, ImportRow>();
  if (!naming || naming.parts.length === 0) return echoes;
  const last = new Map<string, ImportRow>();
  for (const row of rows) {
    const key = (row.values.id ?? null) === null ? naming.keyOf(row.values) : null;
    if (key === null) continue;
    const before = last.get(key);
    if (before && sameRow(before, row)) echoes.set(row, before);
    else last.set(key, row);
  }
  return echoes;
}

function sameRow(one: ImportRow, other: ImportRow): boolean {
  return JSON.stringify(one.values) === JSON.stringify(other.values);
}

/** By the fields that they are of, the columns that have another name in the file. */
export type ColumnNames = ReadonlyMap<string, string>;

/** A row of a file as the members it sets. */
export interface ImportRow {
  readonly line: number;
  /** Characters of the file that it takes. */
  readonly size: number;
  readonly values: RecordInput;
  /** How a person finds what is wrong in the file. */
  readonly names?: ColumnNames;
  /** Why it is no row that could be saved. */
  readonly error?: DomainError;
}
