import { invoiceObject } from '@quittance/receivables/host';
import type { Invariant } from '@quittance/database';
import { CATALOG_OBJECTS } from '@quittance/catalog/host';
import { CRM_OBJECTS, ledgerAccountObject } from '@quittance/crm/host';
import { CUSTOM_RECORDS } from '@quittance/objects';
import { orderObject, quoteObject } from '@quittance/sales/host';

interface Kind {
  /** SQL over the name of an object: whether it is one of these. */
  is(name: string): string;
  /** SQL: whether there is a record of the kind with this id in the company of the alias. */
  lives(alias: string, id: string): string;
}

function kindOf(is: Kind['is'], table: string, softDelete: boolean): Kind {
  const live = softDelete ? ' and t.deleted_at is null' : '';
  return {
    is,
    lives: (alias, id) => `exists (select from ${table} t
      where t.company_id = ${alias}.company_id and t.id = ${id}${live})`,
  };
}

/** Every object whose records may have rows beside them; one branch of a statement each. */
const KINDS: readonly Kind[] = [
  ...[
    ...CRM_OBJECTS,
    ...CATALOG_OBJECTS,
    invoiceObject,
    ledgerAccountObject,
    orderObject,
    quoteObject,
  ].map(({ name, table }) => kindOf((is) => `${is} = '${name}'`, table.name, table.softDelete)),
  kindOf((is) => `${is} like '%\\_\\_c'`, CUSTOM_RECORDS, true),
];

const ofEveryKind = (branch: (kind: Kind) => string) => KINDS.map(branch).join(' union all ');

const SIDES = ['value', 'reference', 'unique'] as const;
const TABLES = { value: 'field_value', reference: 'reference', unique: 'unique_value' } as const;

/** What is kept of a record beside it goes with it, and what of a field with the field. */
export const sideRows: readonly Invariant[] = [
  {
    id: 'I21a',
    holds: 'What side tables keep of a record has the record',
    text: SIDES.map((purpose) =>
      ofEveryKind(
        ({ is, lives }) => `
        select s.company_id, f.object, s.record_id as record,
          format('the ${purpose} of %s is kept of a record that is gone', f.name) as wrong
        from objects.field_index f
        join objects.${TABLES[purpose]} s on s.company_id = f.company_id and s.field_id = f.field_id
        where f.purpose = '${purpose}' and ${is('f.object')} and not ${lives('s', 's.record_id')}`,
      ),
    ).join(' union all '),
  },
  {
    id: 'I21b',
    holds: 'What side tables keep of a field is asked for',
    text: SIDES.map(
      (purpose) => `
        select s.company_id, 'field' as object, s.field_id as record,
          format('the ${purpose} of record %s is kept for nobody', s.record_id) as wrong
        from objects.${TABLES[purpose]} s
        where not exists (select from objects.field_index f where f.company_id = s.company_id
          and f.field_id = s.field_id and f.purpose = '${purpose}')`,
    ).join(' union all '),
  },
  {
    id: 'I21c',
    holds: 'What a lookup points at is there',
    text: ofEveryKind(
      ({ is, lives }) => `
        select r.company_id, f.object, r.record_id as record,
          format('%s points at %s %s, which is gone', f.name, f.settings ->> 'target', r.target_id)
            as wrong
        from customization.field f
        join objects.field_index i on i.company_id = f.company_id and i.field_id = f.id
          and i.purpose = 'reference' and i.rebuild and i.state = 'ready'
        join objects.reference r on r.company_id = f.company_id and r.field_id = f.id
        where f.deleted_at is null and ${is("(f.settings ->> 'target')")}
          and r.target_id is not null and not ${lives('r', 'r.target_id')}`,
    ),
  },
  {
    id: 'I21d',
    holds: 'A key by which a record may be the same as others has the record',
    text: ofEveryKind(
      ({ is, lives }) => `
        select k.company_id, u.object, k.record_id as record,
          format('a key of the rule %s is kept of a record that is gone', u.name) as wrong
        from rules.rule u
        join rules.duplicate_key k on k.company_id = u.company_id and k.rule_id = u.id
        where ${is('u.object')} and not ${lives('k', 'k.record_id')}`,
    ),
  },
  {
    id: 'I21e',
    holds: 'What an activity or a task is about is there',
    text: ['activity', 'task']
      .map((work) =>
        ofEveryKind(
          ({ is, lives }) => `
          select w.company_id, '${work}' as object, w.id as record,
            format('is about the %s %s, which is gone', w.related_object, w.related_id) as wrong
          from crm.${work} w
          where w.deleted_at is null and ${is('w.related_object')}
            and not ${lives('w', 'w.related_id')}`,
        ),
      )
      .join(' union all '),
  },
];
