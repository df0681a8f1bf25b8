import type {
  ConfigurationStore,
  ConfigurationState,
  SetupChange,
  SetupItem,
  SetupPart,
} from '@quittance/configuration';
import { sql, type Tx } from '@quittance/database';
import { invalidFields, type FieldError } from '@quittance/kernel';
import { mapInTurns, yieldIfDue } from '@quittance/work';
import {
  countChildren,
  parentFault,
  parentFaultOf,
  requireNoChildren,
} from './master-hierarchy.js';
import { readMasterItem, type MasterItem } from './master-item.js';
import { masterCodeTaken } from './masters.errors.js';
import {
  MASTER_TYPES,
  parentTypeOf,
  type Master,
  type MasterKey,
  type MasterType,
} from './master.js';
import {
  anyCase,
  findMasters,
  lookUpMaster,
  lookUpMasters,
  masterTypeOf,
} from './master.queries.js';
import { masterPath, stateOf, storeMasters, writeMasters } from './store-masters.js';

/** Puts entries back into a state they had. */
export const masterStore: ConfigurationStore = {
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
    check: async (tx, change) => (await checkItems(tx, types, [change]))[0] ?? [],
    checkAll: (tx, changes) => checkItems(tx, types, changes),
    apply: applyItems,
  };
}

/** In three statements for any number, besides those of entries that are to be deleted. */
async function checkItems(
  tx: Tx,
  types: readonly MasterType[],
  changes: readonly SetupChange[],
): Promise<readonly (readonly FieldError[])[]> {
  const read = await mapInTurns(changes, ({ after }) => readMasterItem(after));
  const items = read.flatMap((item) => ('fields' in item ? [item] : []));
  const known = await lookUpMasters(tx, items);
  const parents = await lookUpMasters(
    tx,
    items.flatMap((item) => parentOf(item) ?? []),
  );
  const spelt = new Map<string, string>();
  const found: (readonly FieldError[])[] = [];
  for (const item of read) {
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    if (!('fields' in item)) {
      found.push(item);
      continue;
    }
    const key = anyCase(item);
    const code = known.get(key)?.code ?? spelt.get(key);
    spelt.set(key, item.code);
    found.push(await faultsOf(tx, types, item, { code, parent: parents.get(parentKey(item)) }));
  }
  return found;
}

function parentOf({ type, fields: { parentCode: code } }: MasterItem): MasterKey | null {
  const parentType = parentTypeOf(type);
  return parentType === null || code === null ? null : { type: parentType, code };
}

function parentKey(item: MasterItem): string {
  const parent = parentOf(item);
  return parent ? anyCase(parent) : '';
}

interface Found {
  /** How the code is written here, or by an item before. */
  readonly code: string | undefined;
  readonly parent: Master | undefined;
}

async function faultsOf(
  tx: Tx,
  types: readonly MasterType[],
  item: MasterItem,
  found: Found,
): Promise<readonly FieldError[]> {
  const { type, code, fields, deleted } = item;
  const fault = (pointer: string, reason: string, message: string) => [
    { pointer, code: reason, message },
  ];
  if (!types.includes(type)) return fault('/type', 'enum', `must be one of ${types.join(', ')}`);
  if (found.code !== undefined && found.code !== code) {
    return fault('/code', 'unique', `another entry has the code ${found.code}`);
  }
  if (deleted) {
    const children = await countChildren(tx, item);
    return children === 0 ? [] : fault('/deleted', 'state', `${children} entries lie in it`);
  }
  const parent = parentFaultOf(type, fields.parentCode, found.parent);
  return parent ? [parent] : [];
}

async function applyItems(tx: Tx, changes: readonly SetupChange[]): Promise<void> {
  const items = await mapInTurns(changes, ({ after }) => itemOf(after));
  const known = new Map((await findMasters(tx, items)).map((each) => [masterPath(each), each]));
  await storeMasters(
    tx,
    items.map((item) => ({ ...item, before: known.get(masterPath(item)) ?? null })),
  );
}
