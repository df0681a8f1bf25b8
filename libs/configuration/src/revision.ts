import { namedSql, type WriteBuffer, type Tx, arrays } from '@quittance/database';
import { newId, type Id } from '@quittance/kernel';

export type RevisionId = Id<'revision'>;

/** The whole state of a piece of configuration as plain JSON, without its version and its times. */
export type ConfigurationState = Readonly<Record<string, unknown>>;

/** What became of one piece of configuration: a field, a layout, a rule. */
export interface ConfigurationChange {
  /** What it is, in snake case; a `ConfigurationStore` of that kind can put it back. */
  readonly kind: string;
  readonly subjectId: string;
  /** API name of the object that it shapes; null when it shapes none. */
  readonly object: string | null;
  /** Its name as people know it. */
  readonly name: string;
  /** Null when it was not there before. */
  readonly before: ConfigurationState | null;
  /** Null when it is gone. */
  readonly after: ConfigurationState | null;
}

interface RevisionRow extends ConfigurationChange {
  readonly revertOf: RevisionId | null;
}

const INSERT = namedSql(
  `insert into configuration.revision (company_id, id, change_id, kind, subject_id, object, name,
     before, after, revert_of, made_at, actor_kind, actor_id, actor_name, request_id)
   select k.id, r.id, :changeId, r.kind, r.subject_id, r.object, r.name, r.before::json,
     r.after::json, r.revert_of, :now, :actorKind, :actorId, :actorName, :requestId
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  {
    values: { changeId: 'uuid' },
    rows: {
      id: 'uuid',
      kind: 'text',
      subjectId: 'text',
      object: 'text',
      name: 'text',
      before: 'text',
      after: 'text',
      revertOf: 'uuid',
    },
  },
);

const revisions: WriteBuffer<RevisionRow> = {
  name: 'company.revisions',
  async flush(tx, rows) {
    await INSERT.run(tx, {
      changeId: newId(),
      id: arrays.newIds(rows.length),
      ...INSERT.columns(rows, {
        kind: (row) => row.kind,
        subjectId: (row) => row.subjectId,
        object: (row) => row.object,
        name: (row) => row.name,
        before: (row) => jsonOf(row.before),
        after: (row) => jsonOf(row.after),
        revertOf: (row) => row.revertOf,
      }),
    });
  },
};

function jsonOf(state: ConfigurationState | null): string | null {
  return state === null ? null : JSON.stringify(state);
}

/**
 * Keeps a change of the configuration as a revision, in the transaction that makes it; a change
 * that changes nothing is none. What one transaction changes belongs together: it is taken back
 * together. Beside it the caller writes the audit log and calls `bumpMetadata`.
 */
export function recordRevision(
  tx: Tx,
  change: ConfigurationChange,
  revertOf: RevisionId | null = null,
): void {
  if (jsonOf(change.before) === jsonOf(change.after)) return;
  tx.later(revisions, { ...change, revertOf });
}
