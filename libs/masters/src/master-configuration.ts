import type {
  ConfigurationKeeper,
  ConfigurationState,
  SetupChange,
  SetupItem,
  SetupPart,
} from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { invalidFields, type FieldError } from '@quittance/kernel';
import { countChildren, parentFault, requireNoChildren } from './master-hierarchy.js';
import { readMasterItem, type MasterItem } from './master-item.js';
import { masterCodeTaken } from './masters.errors.js';
import { MASTER_TYPES, parentTypeOf, type Master, type MasterType } from './master.js';
import { findMasters, lookUpMaster, masterTypeOf } from './master.queries.js';
import { masterPath, stateOf, storeMasters, writeMasters } from './store-masters.js';

/** Puts entries back into a state they had. */
export const masterKeeper: ConfigurationKeeper = {
  kind: 'master',
  async read(tx, subjectId) {
    return stateOf(await subjectOf(tx, subjectId));
  },
  async restore(tx, subjectId, state) {
    const before = (await subjectOf(tx, subjectId)) ?? null;
    if (state === null) return takeAway(tx, before);
    const item = itemOf(state);
    const { type, code, fields } = item;
    if (!before && (await lookUpMaster(tx, item))) throw masterCodeTaken({ type, code });
    const fault = await parentFault(tx, type, fields.parentCode);
    if (fault) throw invalidFields([fault]);
    await writeMasters(tx, [{ type, code, before, fields, deleted: false }]);
  },
};

async function subjectOf(tx: Tx, subjectId: string): Promise<Master | undefined> {
  const [type = '', code = ''] = subjectId.split('/');
  const found = await lookUpMaster(tx, { type: masterTypeOf(type), code });
  return found?.code === code ? found : undefined;
}

async function takeAway(tx: Tx, before: Master | null): Promise<void> {
  if (!before || before.deletedAt !== null) return;
  await requireNoChildren(tx, before);
  await writeMasters(tx, [{ ...before, before, fields: before, deleted: true }]);
}

function itemOf(state: ConfigurationState): MasterItem {
  const item = readMasterItem(state);
  if (!('fields' in item)) throw invalidFields(item);
  return item;
}

/** The company's own rows: what it made, changed or deleted. Ours are everywhere. */
const OWN = sql(`
  select e.type, e.code, e.name, e.description, e.sort_order as "sortOrder", e.icon, e.colour,
    e.active, e.parent_code as "parentCode", e.deleted_at is not null as deleted
  from masters.entry e where e.company_id = $1 and e.type = any ($2::text[])
  order by e.type, e.code collate "C"`);

/** One part of the set-up for each step of the hierarchy: a state's country must be there first. */
export const masterSetupParts: readonly SetupPart[] = [
  partOf(
    'masters',
    [],
    MASTER_TYPES.filter((type) => parentTypeOf(type) === null),
  ),
  partOf('states', ['masters'], ['state']),
  partOf('cities', ['states'], ['city']),
];

function partOf(name: string, after: readonly string[], types: readonly MasterType[]): SetupPart {
  return {
    name,
    after,
    read: (tx) => tx.rows<SetupItem & object>(OWN, [tx.ctx.companyId, types]),
    keyOf: ({ type, code }) => `${String(type)}/${String(code)}`,
    check: (tx, change) => checkItem(tx, types, change),
    apply: applyItems,
  };
}

async function checkItem(
  tx: Tx,
  types: readonly MasterType[],
  { after }: SetupChange,
): Promise<readonly FieldError[]> {
  const item = readMasterItem(after);
  if (!('fields' in item)) return item;
  const { type, code, fields, deleted } = item;
  const fault = (pointer: string, reason: string, message: string) => [
    { pointer, code: reason, message },
  ];
  if (!types.includes(type)) return fault('/type', 'enum', `must be one of ${types.join(', ')}`);
  const known = await lookUpMaster(tx, item);
  if (known && known.code !== code) {
    return fault('/code', 'unique', `another entry has the code ${known.code}`);
  }
  if (deleted) {
    const children = await countChildren(tx, item);
    return children === 0 ? [] : fault('/deleted', 'state', `${children} entries lie in it`);
  }
  const parent = await parentFault(tx, type, fields.parentCode);
  return parent ? [parent] : [];
}

async function applyItems(tx: Tx, changes: readonly SetupChange[]): Promise<void> {
  const items = changes.map(({ after }) => itemOf(after));
  const known = new Map((await findMasters(tx, items)).map((each) => [masterPath(each), each]));
  await storeMasters(
    tx,
    items.map((item) => ({ ...item, before: known.get(masterPath(item)) ?? null })),
  );
}
