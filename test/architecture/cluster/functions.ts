import { SUB } from './scopes';
import { behind, changes, found, insertsSelected, ofScopes, said, scopesAround } from './form';
import type { Form } from './form';
import type { Scope } from './scopes';

/** What is another at each call: no two machines would compute the same. */
const VOLATILE =
  /^(?:clock_timestamp|timeofday|gen_random_uuid|uuid_generate_v\d|random|nextval|currval|setval)$/;
/** What is the same within a statement and no longer, or goes by a setting. */
const STABLE =
  /^(?:now|\w+_timestamp|to_(?:char|timestamp|date|jsonb?)|jsonb?_(?:build_object|build_array|agg)|row_to_json|age|current_setting|convert_to|convert_from|format|concat|concat_ws)$/;
const CURRENT = /^(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)$/;

const isCalled = (words: readonly string[], at: number) =>
  words[at + 1] === '(' || words[at + 1] === SUB;

const isVolatile = ({ words }: Scope, at: number): boolean =>
  VOLATILE.test(words[at] ?? '') && isCalled(words, at);

const isStable = ({ words }: Scope, at: number): boolean =>
  CURRENT.test(words[at] ?? '') || (STABLE.test(words[at] ?? '') && isCalled(words, at));

/** Of a type that is added to an instant by the calendar, which a setting tells. */
const isInterval = (word = '') => word === 'interval' || word === 'make_interval';
const isColumn = (word = '') => /^[a-z_]\w*(?:\.[a-z_]\w*)?$/.test(word) && word !== 'interval';

/** `do update set … where …`, to what is returned. */
function conflictPart({ words }: Scope): readonly [from: number, to: number] {
  const from = words.findIndex((word, at) => word === 'do' && words[at + 1] === 'update');
  const returning = words.indexOf('returning', Math.max(0, from));
  return from < 0 ? [0, 0] : [from, returning < 0 ? words.length : returning];
}

const CHANGING_UPSERT: Form = {
  name: 'what is not immutable, in `do update`',
  find: ofScopes((scope) => {
    const [from, to] = conflictPart(scope);
    const { words } = scope;
    const isShifted = (at: number) => isInterval(words[at]) && /^[+-]$/.test(words[at - 1] ?? '');
    return found(scope, (_, at) => {
      if (at < from || at >= to) return false;
      return isStable(scope, at) || isVolatile(scope, at) || isShifted(at);
    });
  }),
  refused: [
    `insert into http.key (company_id, at) values ($1, now())
     on conflict (company_id) do update set at = now()`,
    `insert into http.key as k (company_id, at) values ($1, $2) on conflict (company_id)
     do update set at = excluded.at where excluded.at - interval '1 minute' > k.at`,
    `insert into http.key as k (company_id, at) values ($1, $2) on conflict (company_id)
     do update set body = jsonb_build_object('at', k.at) returning at`,
  ],
  taken: [
    `insert into http.key as k (company_id, at) values ($1, now()) on conflict (company_id)
     do update set at = excluded.at where excluded.at - k.at >= interval '1 minute'`,
    `insert into http.key (company_id, at) values ($1, $2) on conflict (company_id)
     do update set at = excluded.at returning now()`,
  ],
};

const VOLATILE_CHANGE: Form = {
  name: 'a volatile function in an update, a delete or what an insert selects',
  find: ofScopes((scope) => {
    const isWritten = scopesAround(scope).some((each) => changes(each) || insertsSelected(each));
    return isWritten ? found(scope, (_, at) => isVolatile(scope, at), 3) : [];
  }),
  refused: [
    `update http.key set at = clock_timestamp() where company_id = $1`,
    `insert into crm.lead (company_id, id) select k.id, gen_random_uuid()
     from company.pub_company k cross join unnest($2::text[]) as r(name) where k.id = $1`,
    `update crm.lead l set rank = n.rank from (select id, nextval('x') as rank from crm.lead
     where company_id = $1) n where l.company_id = $1 and l.id = n.id`,
  ],
  taken: [
    `update http.key set at = now() where company_id = $1`,
    `insert into http.key (company_id, at) values ($1, clock_timestamp())`,
    `select clock_timestamp() as now from http.key where company_id = $1 for update`,
  ],
};

/** Any column in what it is called with, or beside it where it is an interval. */
function ofColumn(scope: Scope, at: number): boolean {
  const { words } = scope;
  const word = words[at] ?? '';
  if (isInterval(word)) return /^[+-]$/.test(words[at - 1] ?? '') && isColumn(words[at - 2]);
  if (!isStable(scope, at) || CURRENT.test(word)) return false;
  const within = words.slice(at + 2, behind(words, at + 1) - 1);
  return within.some((each, i) => isColumn(each) && within[i + 1] !== '(');
}

const STABLE_OF_COLUMN: Form = {
  name: 'a stable function of a column in an update or a delete',
  find: ofScopes((scope) =>
    scopesAround(scope).some(changes) ? found(scope, (_, at) => ofColumn(scope, at)) : [],
  ),
  refused: [
    `update http.key set until = created_at + interval '1 day' where company_id = $1`,
    `delete from http.key where company_id = $1 and locked_at + make_interval(secs => $2) < now()`,
    `update crm.lead l set name = n.name from (select id, to_char(at, 'YYYY') as name
     from crm.lead where company_id = $1) n where l.company_id = $1 and l.id = n.id`,
  ],
  taken: [
    `update http.key set until = now() + interval '1 day' where company_id = $1`,
    `delete from http.key where company_id = $1 and locked_at < now() - interval '1 minute'`,
    `select to_char(at, 'YYYY') from crm.lead where company_id = $1`,
  ],
};

function endOfCase(words: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < words.length; at += 1) {
    if (words[at] === 'case') depth += 1;
    if (words[at] === 'end') depth -= 1;
    if (depth === 0) return at;
  }
  return words.length;
}

const CASE_OF_CHANGE: Form = {
  name: 'a statement, or what is not immutable, in a CASE or COALESCE of an update or a delete',
  find: ofScopes((scope) => {
    if (!changes(scope)) return [];
    const { words } = scope;
    const isBad = (at: number) => words[at] === SUB || isStable(scope, at) || isVolatile(scope, at);
    return words.flatMap((word, at) => {
      const to = word === 'case' ? endOfCase(words, at) : behind(words, at + 1);
      if (word !== 'case' && word !== 'coalesce') return [];
      const bad = words.findIndex((_, i) => i > at && i < to && isBad(i));
      return bad < 0 ? [] : [`${word} … ${said(scope, bad, 3)}`];
    });
  }),
  refused: [
    `update http.key set at = coalesce(at, now()) where company_id = $1`,
    `update http.key set at = case when at < now() then at end where company_id = $1`,
    `update http.key k set state = case when exists (select from http.other o
     where o.company_id = $1) then 'a' else 'b' end where k.company_id = $1`,
  ],
  taken: [
    `update http.key k set at = coalesce(k.at, t.at) from (select now() as at) t
     where k.company_id = $1`,
    `update http.key set at = case when at < $2 then at end where company_id = $1 and at < now()`,
    `select coalesce(at, now()) from http.key where company_id = $1`,
  ],
};

export const FUNCTION_FORMS: readonly Form[] = [
  CHANGING_UPSERT,
  VOLATILE_CHANGE,
  STABLE_OF_COLUMN,
  CASE_OF_CHANGE,
];
