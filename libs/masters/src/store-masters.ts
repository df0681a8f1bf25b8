import { audit, changedFields } from '@quittance/audit';
import { recordRevision } from '@quittance/configuration';
import { namedSql, type Tx } from '@quittance/database';
import { mapInTurns } from '@quittance/work';
import { newId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import {
  MASTER_LABELS,
  masterFields,
  type Master,
  type MasterFields,
  type MasterKey,
} from './master.js';

/** An entry as it was, where it was there, and what it shall be. */
export interface MasterChange extends MasterKey {
  readonly before: Master | null;
  readonly fields: MasterFields;
  readonly deleted: boolean;
}

/**
 * Makes and changes rows of the company; by the primary key. The first change of an entry that came
 * with the product makes the row that covers it.
 */
const STORE = namedSql(
  `insert into masters.entry (company_id, id, type, code, parent_code, name, description,
    sort_order, icon, colour, active, seeded, version, created_at, updated_at, deleted_at)
  select k.id, e.id, e.type, e.code, e.parent_code, e.name, e.description, e.sort_order,
    e.icon, e.colour, e.active, e.seeded, e.version, e.created_at, :now, e.deleted_at
  from company.pub_company k cross join :rows as e where k.id = :companyId
  on conflict (company_id, id) do update set
    parent_code = excluded.parent_code, name = excluded.name, description = excluded.description,
    sort_order = excluded.sort_order, icon = excluded.icon, colour = excluded.colour,
    active = excluded.active, version = excluded.version, updated_at = excluded.updated_at,
    deleted_at = excluded.deleted_at`,
  {
    rows: {
      id: 'uuid',
      type: 'text',
      code: 'text',
      parentCode: 'text',
      name: 'text',
      description: 'text',
      sortOrder: 'integer',
      icon: 'text',
      colour: 'text',
      active: 'boolean',
      seeded: 'boolean',
      version: 'integer',
      createdAt: 'timestamptz',
      deletedAt: 'timestamptz',
    },
  },
);

/**
 * Writes checked changes in one statement, announces them as events and answers the entries as they
 * are now. `bumpMetadata` was called first: its lock keeps others from changing what was read.
 */
export async function writeMasters(tx: Tx, changes: readonly MasterChange[]): Promise<Master[]> {
  const masters = await mapInTurns(changes, (change) => changed(tx, change));
  await STORE.run(tx, STORE.columns(masters));
  await mapInTurns(changes, ({ before }, i) => tell(tx, before, masters[i] as Master));
  return masters;
}

/** `writeMasters` for changes by hand and by import: with the audit log and a revision of each. */
export async function storeMasters(tx: Tx, changes: readonly MasterChange[]): Promise<Master[]> {
  const masters = await writeMasters(tx, changes);
  await mapInTurns(changes, ({ before }, i) => keep(tx, before, masters[i] as Master));
  return masters;
}

/** One change. */
export async function storeMaster(tx: Tx, change: MasterChange): Promise<Master> {
  const [master] = await storeMasters(tx, [change]);
  return master as Master;
}

function changed(tx: Tx, { before, fields, deleted, type, code }: MasterChange): Master {
  const { now } = tx.ctx;
  const { id, seeded, version, createdAt } = before ?? {
    id: newId<'master'>(),
    seeded: false,
    version: 0,
    createdAt: now,
  };
  return {
    id,
    type,
    code,
    ...masterFields(fields),
    seeded,
    version: version + 1,
    createdAt,
    updatedAt: now,
    deletedAt: deleted ? now : null,
  };
}

/** What names an entry in the log, in events and in revisions: `state/US-CA`. */
export const masterPath = ({ type, code }: MasterKey): string => `${type}/${code}`;

function tell(tx: Tx, before: Master | null, after: Master): void {
  const there = before !== null && before.deletedAt === null;
  const verb = after.deletedAt ? 'deleted' : there ? 'updated' : 'created';
  const recordId = masterPath(after);
  emit(tx, { type: `record.${verb}`, object: 'master', recordId, data: { ...after } });
}

function keep(tx: Tx, before: Master | null, after: Master): void {
  const recordId = masterPath(after);
  const [was, is] = [stateOf(before), stateOf(after)];
  const again = before?.deletedAt ? 'restored' : 'created';
  const verb = !is ? 'deleted' : was ? 'updated' : again;
  const facts = was && is ? changedFields(was, is) : { before: was, after: is };
  audit(tx, { action: `master.${verb}`, object: 'master', recordId, ...facts });
  const name = `${MASTER_LABELS[after.type]}: ${after.name}`;
  const subject = { kind: 'master', subjectId: recordId, object: null, name };
  recordRevision(tx, { ...subject, before: was, after: is });
}

/** The state that a revision keeps: null for what is deleted or was never there. */
export function stateOf(master: Master | null | undefined) {
  if (!master || master.deletedAt !== null) return null;
  const { type, code } = master;
  return { type, code, ...masterFields(master) };
}
