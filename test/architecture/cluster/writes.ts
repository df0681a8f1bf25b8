import { SUB } from './scopes';
import {
  PARAMETER,
  behind,
  changes,
  found,
  insertsSelected,
  listed,
  ofScopes,
  said,
  scopesAround,
} from './form';
import type { Form } from './form';
import type { Scope } from './scopes';

/** What an insert writes into `company_id`, where a select tells it. */
function companyWritten({ words }: Scope): readonly string[] {
  const open = words.indexOf('(');
  const select = words.indexOf('select');
  if (open < 0 || open > select) return [];
  const columns = listed(words.slice(open + 1, behind(words, open) - 1)).map((each) => each.join());
  return listed(words.slice(select + 1))[columns.indexOf('company_id')] ?? [];
}

/** Citus would copy the rows to their shard, which row-level security refuses. */
const COMPANY_BY_PARAMETER: Form = {
  name: 'a selected set inserted for a company that a parameter names',
  find: ofScopes((scope) => {
    if (!insertsSelected(scope)) return [];
    // The company's row there ends in an error of the deparser; `returning` keeps from copying.
    const isInWith = scope.around !== undefined && scope.words.includes('returning');
    const [first = ''] = companyWritten(scope);
    return !isInWith && PARAMETER.test(first) ? [said(scope, scope.words.indexOf('into'))] : [];
  }),
  refused: [
    `insert into crm.lead (company_id, id) select $1::uuid, r.id from unnest($2::uuid[]) as r(id)`,
    `insert into crm.lead (company_id, id) select :companyId, r.id from :rows as r`,
    `insert into crm.lead (id, company_id) select r.id, $1 from company.pub_company k
     cross join json_to_recordset($2::json) as r (id uuid) where k.id = $1`,
    `insert into crm.lead (company_id, id) select $1, $2 where $3 > 0`,
  ],
  taken: [
    `insert into crm.lead (company_id, id) select k.id, r.id from company.pub_company k
     cross join unnest($2::uuid[]) as r(id) where k.id = $1`,
    `insert into crm.lead (company_id, id) values ($1, $2)`,
    `with a as (insert into crm.lead (company_id, id) select $1::uuid, r.id
     from unnest($2::uuid[]) as r(id) returning id) select id from a`,
  ],
};

const ARRAY_POSITION: Form = {
  name: 'an element of an array by a place in another, of which the coordinator dies',
  find: (text) => text.match(/\[\s*array_position\s*\(/gi) ?? [],
  refused: [
    `update crm.lead set name = ($3::text[])[array_position($2::uuid[], id)]
     where company_id = $1 and id = any($2::uuid[])`,
  ],
  taken: [
    `update crm.lead l set name = n.name from unnest($2::uuid[], $3::text[]) as n(id, name)
     where l.company_id = $1 and l.id = n.id`,
    `select id from crm.lead where company_id = $1 order by array_position($2::uuid[], id)`,
  ],
};

/** Citus writes it back for the shard as `case x when x = 'a'`. */
const SIMPLE_CASE: Form = {
  name: 'a `case x when` in what is written',
  find: ofScopes((scope) => {
    const around = scopesAround(scope);
    const isWritten = around.some((each) => changes(each) || insertsSelected(each));
    const upsert = scope.words.indexOf('conflict');
    if (!isWritten && upsert < 0) return [];
    return found(scope, (word, at) => {
      const isSimple = word === 'case' && scope.words[at + 1] !== 'when';
      return isSimple && (isWritten || at > upsert);
    });
  }),
  refused: [
    `update crm.lead set name = case status when 'a' then 'b' else name end where company_id = $1`,
    `update crm.lead l set name = n.name from (select id, case status when 'a' then 'b' end as name
     from crm.lead where company_id = $1) n where l.company_id = $1 and l.id = n.id`,
    `insert into crm.lead (company_id, kind) select k.id, case r.kind when 'a' then 'b' end
     from company.pub_company k cross join unnest($2::text[]) as r(kind) where k.id = $1`,
    `insert into crm.lead as l (company_id, kind) values ($1, $2) on conflict (company_id)
     do update set kind = case l.kind when 'a' then 'b' end`,
  ],
  taken: [
    `update crm.lead set name = case when status = 'a' then 'b' else name end
     where company_id = $1`,
    `select case status when 'a' then 'b' end from crm.lead where company_id = $1`,
  ],
};

const STATEMENT_IN_VALUES: Form = {
  name: 'a statement in the values of an insert or in its `do update`',
  find: ofScopes((scope) => {
    const { words, kind } = scope;
    if (kind !== 'insert') return [];
    const values = words.includes('select') ? -1 : words.indexOf('values');
    const conflict = words.indexOf('conflict');
    const from = values < 0 ? conflict : values;
    return from < 0 ? [] : found(scope, (word, at) => word === SUB && at > from, 3);
  }),
  refused: [
    `insert into crm.lead (company_id, rank) values ($1, (select max(rank) from crm.lead
     where company_id = $1))`,
    `insert into crm.lead (company_id, rank) values ($1, $2) on conflict (company_id)
     do update set rank = (select max(rank) from crm.lead where company_id = $1)`,
  ],
  taken: [
    `insert into crm.lead (company_id, rank) select k.id, (select max(l.rank) from crm.lead l
     where l.company_id = $1) from company.pub_company k where k.id = $1`,
    `with a as (select 1) insert into crm.lead (company_id, rank) values ($1, $2)`,
  ],
};

export const WRITE_FORMS: readonly Form[] = [
  COMPANY_BY_PARAMETER,
  ARRAY_POSITION,
  SIMPLE_CASE,
  STATEMENT_IN_VALUES,
];
