import { invalidListRequest, type ListDefinition, type ListNarrowing } from '@quittance/lists';
import { sql, type Tx, arrays } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import {
  MASTER_CODE,
  MASTER_LABELS,
  MASTER_TYPES,
  isMasterType,
  parentTypeOf,
  type Master,
  type MasterKey,
  type MasterType,
} from './master.js';

const COLUMNS = `m.id, m.type, m.code, m.parent_code as "parentCode", m.name, m.description,
  m.sort_order as "sortOrder", m.icon, m.colour, m.active, m.seeded, m.version,
  m.created_at as "createdAt", m.updated_at as "updatedAt", m.deleted_at as "deletedAt"`;

/** The entries of one type: narrow it by `mastersOf`. */
export const masterList: ListDefinition<Master, Master> = {
  from: 'masters.known_entry m',
  select: COLUMNS,
  id: 'm.id',
  fields: {
    code: { sql: 'm.code', type: 'text', notNull: true },
    name: { sql: 'm.name', type: 'text', notNull: true },
    description: { sql: 'm.description', type: 'text' },
    parentCode: { sql: 'm.parent_code', type: 'text' },
    sortOrder: { sql: 'm.sort_order', type: 'integer', notNull: true },
    icon: { sql: 'm.icon', type: 'text' },
    colour: { sql: 'm.colour', type: 'text' },
    active: { sql: 'm.active', type: 'boolean', notNull: true },
    seeded: { sql: 'm.seeded', type: 'boolean', notNull: true },
    createdAt: { sql: 'm.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 'm.updated_at', type: 'instant', notNull: true },
    deletedAt: { sql: 'm.deleted_at', type: 'instant' },
    id: { sql: 'm.id', type: 'id', notNull: true },
  },
  search: ['m.name', 'm.code', 'm.description'],
  defaultSort: 'sortOrder,name',
  map: (row) => row,
};

/**
 * Narrows `masterList` to a type, to what is there or to what was deleted, and to the entries that
 * lie in one of the parent type. @throws DomainError invalid_list_request
 */
export function mastersOf(
  type: MasterType,
  { deleted = 'false', parentCode }: { readonly deleted?: string; readonly parentCode?: string },
): ListNarrowing {
  if (deleted !== 'true' && deleted !== 'false') {
    const errors = [{ parameter: 'deleted', code: 'enum', message: 'must be true or false' }];
    throw invalidListRequest({}, { errors });
  }
  return (bind) => {
    const there = deleted === 'true' ? 'm.deleted_at is not null' : 'm.deleted_at is null';
    const inParent = parentCode === undefined ? '' : ` and m.parent_code = ${bind(parentCode)}`;
    return `m.type = ${bind(type)} and ${there}${inParent}`;
  };
}

/** The type that a path names. @throws DomainError not_found */
export function masterTypeOf(name: string): MasterType {
  if (!isMasterType(name)) throw notFound({ object: 'master type' });
  return name;
}

/** By the unique keys of code, of ours and of the company's. */
const FIND = sql(`
  select ${COLUMNS} from masters.known_entry m
  where m.company_id = $1 and m.type = $2 and lower(m.code) = lower($3)`);

/** The entry with this code in any case, deleted or not; undefined when there is none. */
export async function lookUpMaster(tx: Tx, { type, code }: MasterKey): Promise<Master | undefined> {
  if (!MASTER_CODE.test(code)) return undefined;
  return tx.maybe<Master>(FIND, [tx.ctx.companyId, type, code]);
}

/** By the unique keys of code. */
const FIND_ANY_CASE = sql(`
  select ${COLUMNS} from unnest($2::text[], $3::text[]) as w (type, code)
  join masters.known_entry m on m.company_id = $1 and m.type = w.type
    and lower(m.code) = lower(w.code)`);

/** The entries with these codes in any case, deleted or not, by `anyCase` of their keys. */
export async function lookUpMasters(
  tx: Tx,
  wanted: readonly MasterKey[],
): Promise<ReadonlyMap<string, Master>> {
  const codes = wanted.filter(({ code }) => MASTER_CODE.test(code));
  if (codes.length === 0) return new Map();
  const rows = await tx.rows<Master>(FIND_ANY_CASE, [
    tx.ctx.companyId,
    arrays.text(codes, ({ type }) => type),
    arrays.text(codes, ({ code }) => code),
  ]);
  return new Map(rows.map((row) => [anyCase(row), row]));
}

/** What keys of one entry have in common, however their codes are written. */
export const anyCase = ({ type, code }: MasterKey): string => `${type}/${code.toLowerCase()}`;

/** The entry with this very code, deleted or not. @throws DomainError not_found */
export async function findMaster(tx: Tx, key: MasterKey): Promise<Master> {
  const found = await lookUpMaster(tx, key);
  if (found?.code !== key.code) throw notFound({ object: 'master' });
  return found;
}

/** By the primary key of ours, and by the unique key of the company's. */
const FIND_CODES = sql(`
  select w.type, w.code from unnest($2::text[], $3::text[]) as w (type, code)
  left join masters.seed_entry s on s.type = w.type and s.code = w.code
  left join masters.entry e on e.company_id = $1 and e.type = w.type
    and lower(e.code) = lower(w.code) and e.code = w.code
  where case when e.id is null then s.id is not null else e.active and e.deleted_at is null end`);

/**
 * Of the codes asked for, those a record may be given: they exist and are active. One statement.
 */
export async function findMasterCodes(tx: Tx, wanted: readonly MasterKey[]): Promise<MasterKey[]> {
  if (wanted.length === 0) return [];
  return tx.rows<MasterKey>(FIND_CODES, [
    tx.ctx.companyId,
    arrays.text(wanted, ({ type }) => type),
    arrays.text(wanted, ({ code }) => code),
  ]);
}

/** By the unique keys of code. */
const FIND_MANY = sql(`
  select ${COLUMNS} from unnest($2::text[], $3::text[]) as w (type, code)
  join masters.known_entry m on m.company_id = $1 and m.type = w.type
    and lower(m.code) = lower(w.code) and m.code = w.code`);

/** The entries with these codes, deleted ones too: what records show of the codes they hold. */
export async function findMasters(tx: Tx, wanted: readonly MasterKey[]): Promise<Master[]> {
  if (wanted.length === 0) return [];
  return tx.rows<Master>(FIND_MANY, [
    tx.ctx.companyId,
    arrays.text(wanted, ({ type }) => type),
    arrays.text(wanted, ({ code }) => code),
  ]);
}

/** An entry as a form offers it. */
export interface MasterOption extends MasterKey {
  readonly name: string;
  readonly parentCode: string | null;
  readonly colour: string | null;
  readonly icon: string | null;
}

const OPTIONS = sql(`
  select m.type, m.code, m.name, m.parent_code as "parentCode", m.colour, m.icon
  from masters.known_entry m
  where m.company_id = $1 and m.type = any ($2::text[]) and m.active and m.deleted_at is null
  order by m.type, m.sort_order, m.name, m.code`);

/** What forms offer for these types, in order; of states there are five thousand. */
export function masterOptions(tx: Tx, types: readonly MasterType[]): Promise<MasterOption[]> {
  return tx.rows<MasterOption>(OPTIONS, [tx.ctx.companyId, types]);
}

/** A type with the number of its entries. */
export interface MasterTypeView {
  readonly type: MasterType;
  readonly label: string;
  readonly parentType: MasterType | null;
  /** Entries that are active and not deleted. */
  readonly entries: number;
}

const COUNT = sql(`
  select m.type, count(*)::int as entries from masters.known_entry m
  where m.company_id = $1 and m.active and m.deleted_at is null and m.type <> 'currency'
  group by m.type`);

/** The reference lists of the company. */
export async function findMasterTypes(tx: Tx): Promise<MasterTypeView[]> {
  const rows = await tx.rows<{ type: string; entries: number }>(COUNT, [tx.ctx.companyId]);
  const counts = new Map(rows.map(({ type, entries }) => [type, entries]));
  return MASTER_TYPES.map((type) => ({
    type,
    label: MASTER_LABELS[type],
    parentType: parentTypeOf(type),
    entries: counts.get(type) ?? 0,
  }));
}
