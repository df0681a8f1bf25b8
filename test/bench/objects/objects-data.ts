import type { Ctx } from '@quittance/kernel';
import type { Client } from 'pg';

export const LEADS = 1_000_000;
export const CONTACTS = 10_000;

/** The n-th record of the data; ids are in order as those of the product are. */
export function recordId(n: number): string {
  return `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly settings?: object;
  readonly indexed?: boolean;
}

const OPTIONS = ['north', 'south', 'east', 'west'].map((code) => ({ code, label: code }));

/** Of the million: what is filtered and sorted by, and what comes along. */
export const LEAD_FIELDS: readonly Field[] = [
  { name: 'rank__c', type: 'integer', indexed: true },
  { name: 'region__c', type: 'picklist', settings: { options: OPTIONS } },
  { name: 'budget__c', type: 'currency', settings: { currency: 'EUR' } },
  { name: 'since__c', type: 'date' },
  { name: 'note__c', type: 'text' },
];

const KINDS: readonly Omit<Field, 'name'>[] = [
  { type: 'text', settings: { minLength: 2, maxLength: 80 } },
  { type: 'text', settings: { pattern: '[A-Z]{2}-\\d{1,6}' } },
  { type: 'integer', settings: { min: '0', max: '1000000' } },
  { type: 'number', settings: { precision: 18, scale: 4 } },
  { type: 'percent', settings: { min: '0', max: '100' } },
  { type: 'currency', settings: { currency: 'EUR' } },
  { type: 'date' },
  { type: 'boolean' },
  { type: 'picklist', settings: { options: OPTIONS } },
  { type: 'email' },
];

/** As many fields as asked for, of ten kinds in turn: `f3__c`. */
export function mixedFields(count: number): readonly Field[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `f${i}__c`,
    ...(KINDS[i % KINDS.length] as Omit<Field, 'name'>),
  }));
}

const VALUES: readonly ((n: number) => unknown)[] = [
  (n) => `Value number ${n}`,
  (n) => `AB-${n % 1_000_000}`,
  (n) => n % 1_000_000,
  (n) => `${n % 10_000}.1234`,
  (n) => `${n % 100}.5`,
  (n) => `${n % 100_000}.99`,
  (n) => `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`,
  (n) => n % 2 === 0,
  (n) => OPTIONS[n % 4]?.code,
  (n) => `person${n}@example.com`,
];

/** A value for each of these fields. */
export function mixedValues(count: number, n: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`f${i}__c`, VALUES[i % VALUES.length]?.(n + i)]),
  );
}

export const FORMULAS: readonly Field[] = [
  ['total__c', 'f2__c * f3__c + 1', 'number'],
  ['band__c', 'IF(f2__c > 500000, "high", IF(f2__c > 100000, "middle", "low"))', 'text'],
  ['label__c', 'UPPER(f0__c) & " / " & TEXT(f4__c)', 'text'],
  ['due__c', 'ADDDAYS(f6__c, 30)', 'date'],
  ['rounded__c', 'ROUND(f5__c / 3, 2)', 'number'],
].map(([name = '', formula, resultType]) => ({
  name,
  type: 'formula',
  settings: { formula, resultType },
}));

const LEAD_ROWS = `
  insert into crm.lead (company_id, id, name, company_name, status, address, score, custom,
    created_at, updated_at)
  select $1::uuid, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Lead ' || n,
    'Company ' || n % 5000, (array['new', 'working', 'qualified', 'unqualified'])[1 + n % 4],
    '{"line1":null,"line2":null,"city":null,"region":null,"postalCode":null,"country":null}',
    n % 101, jsonb_build_object('rank__c', n::bigint * 7919 % 1000003, 'region__c',
      (array['north', 'south', 'east', 'west'])[1 + n % 4], 'budget__c', (n % 90000) || '.00',
      'since__c', date '2020-01-01' + n % 2000, 'note__c', 'Note on lead ' || n),
    now() - n * interval '30 seconds', now()
  from generate_series(1, $2::int) as n`;

const LEAD_RANKS = `
  insert into objects.field_value (company_id, field_id, record_id, kind, number_value, number_near)
  select company_id, $2::uuid, id, 'number', (custom ->> 'rank__c')::numeric,
    (custom ->> 'rank__c')::float8
  from crm.lead where company_id = $1`;

const RANKS_READY = `
  update objects.field_index set state = 'ready', position = null where company_id = $1`;

const CONTACT_ROWS = `
  insert into crm.contact (company_id, id, name, last_name, custom, created_at, updated_at)
  select $1::uuid, r.id, 'Contact', 'Contact', r.custom::jsonb, now(), now()
  from unnest($2::uuid[], $3::text[]) as r (id, custom)`;

/** A million leads with their index ready, and contacts of forty fields. */
export async function writeRecords(owner: Client, ctx: Ctx, rankField: string): Promise<void> {
  const { companyId } = ctx;
  await owner.query(LEAD_ROWS, [companyId, LEADS]);
  await owner.query(LEAD_RANKS, [companyId, rankField]);
  await owner.query(RANKS_READY, [companyId]);
  const ids = Array.from({ length: CONTACTS }, (_, i) => recordId(i + 1));
  const documents = ids.map((_, i) => JSON.stringify(mixedValues(40, i + 1)));
  await owner.query(CONTACT_ROWS, [companyId, ids, documents]);
  await owner.query('update company.company set metadata_version = metadata_version + 1');
  await owner.query('vacuum analyze');
}
