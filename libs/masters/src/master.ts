import type { Id, Instant } from '@quittance/kernel';

/** The reference lists of a company, in the order in which they are shown. */
export const MASTER_TYPES = [
  'lead_source',
  'account_type',
  'industry',
  'rating',
  'ownership',
  'case_origin',
  'case_reason',
  'case_priority',
  'task_priority',
  'approval_status',
  'country',
  'state',
  'city',
  'tax',
] as const;
export type MasterType = (typeof MASTER_TYPES)[number];

export type MasterId = Id<'master'>;

export const MASTER_LABELS: Readonly<Record<MasterType, string>> = {
  lead_source: 'Lead sources',
  account_type: 'Account types',
  industry: 'Industries',
  rating: 'Ratings',
  ownership: 'Ownerships',
  case_origin: 'Case origins',
  case_reason: 'Case reasons',
  case_priority: 'Case priorities',
  task_priority: 'Task priorities',
  approval_status: 'Approval statuses',
  country: 'Countries',
  state: 'States',
  city: 'Cities',
  tax: 'Taxes',
};

const PARENTS: Partial<Readonly<Record<MasterType, MasterType>>> = {
  state: 'country',
  city: 'state',
};

/** The type whose entries this one's lie in: a state in a country, a city in a state. */
export function parentTypeOf(type: MasterType): MasterType | null {
  return PARENTS[type] ?? null;
}

/** The type whose entries lie in this one's. */
export function childTypeOf(type: MasterType): MasterType | null {
  return MASTER_TYPES.find((each) => PARENTS[each] === type) ?? null;
}

export function isMasterType(name: string): name is MasterType {
  return (MASTER_TYPES as readonly string[]).includes(name);
}

/** What codes are made of: they stand in paths, files and formulas. */
export const MASTER_CODE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/;

/** What may change of an entry. */
export interface MasterFields {
  readonly name: string;
  readonly description: string | null;
  /** Entries are shown in this order, those of one place by name. */
  readonly sortOrder: number;
  /** The name of an icon of the client's set. */
  readonly icon: string | null;
  /** `#rrggbb` */
  readonly colour: string | null;
  /** An entry that is not active stays on the records that have it and is not offered to others. */
  readonly active: boolean;
  /** The code of the country of a state, of the state of a city; null elsewhere. */
  readonly parentCode: string | null;
}

/** An entry of a reference list, as the API shows it. */
export interface Master extends MasterFields {
  readonly id: MasterId;
  readonly type: MasterType;
  /** Immutable, unique in any case for each company and type: what records hold. */
  readonly code: string;
  /** It came with the product; what the company changed of it is its own. */
  readonly seeded: boolean;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** A deleted entry stays readable for the records that have it, and can be restored. */
  readonly deletedAt: Instant | null;
}

/** What names an entry within a company. */
export interface MasterKey {
  readonly type: MasterType;
  readonly code: string;
}

export const MASTER_DEFAULTS: Omit<MasterFields, 'name'> = Object.freeze({
  description: null,
  sortOrder: 0,
  icon: null,
  colour: null,
  active: true,
  parentCode: null,
});

/** What of an entry is the company's to say, in the order in which it is written down. */
export function masterFields(master: MasterFields): MasterFields {
  const { name, description, sortOrder, icon, colour, active, parentCode } = master;
  return { name, description, sortOrder, icon, colour, active, parentCode };
}
