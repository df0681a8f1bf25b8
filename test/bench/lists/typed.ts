import { ACCOUNTS } from './contacts-data.js';

const HALF = 0.5;

type Typed = readonly [measure: string, target: number, at: (n: number) => string];

/** What is typed: [what is measured, its aim, the n-th request]. */
export const TYPED: readonly Typed[] = [
  ['type-ahead of a name that few have', HALF, (n) => `/contacts/lookup?q=person${1000 + n}`],
  ['type-ahead of a name that many have', HALF, (n) => `/contacts/lookup?q=ada${n % 50}`],
  [
    'type-ahead for a field, last used first',
    HALF,
    (n) => `/contacts/lookup?for=accountId&q=customer%20${n % ACCOUNTS}`,
  ],
  ['search all objects', HALF, (n) => `/search?q=person${1000 + n}`],
];

/** A statement that is prepared under a name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const begins = (alias: string, from: number) =>
  `${alias}.company_id = $1::uuid and ${alias}.word >= $${from} and ${alias}.word < $${from + 1}`;

const range = (word: string) => [word, `${word}\u{10FFFF}`];

/** What is named so, what begins so, what has a word that begins so. */
const rank = (at: number) =>
  `case when t.name ilike $${at} then 0 when t.name ilike $${at} || '%' then 1 else 2 end as rank`;

const CONTACT = `t.id, t.name as label, t.email`;
const ACCOUNT = `t.id, t.name as label, t.email, t.billing_email, t.tax_registration,
  t.external_key`;

/** The objects that are found by words, and the documents that are found by numbers. */
const KINDS =
  'account activity asset campaign case contact contract deal exchange_rate knowledge_article ' +
  'lead meter pipeline plan price_book product task';
const NUMBERED = [
  ['receivables.invoice', 'number'],
  ['receivables.credit_note', 'number'],
  ['receivables.payment', 'number'],
  ['sales.quote', 'number'],
  ['sales.sales_order', 'number'],
  ['sales.subscription', 'external_key'],
  ['crm.ledger_account', 'name'],
] as const;

/** What has anything that begins so, each index asked once: kinds by words, documents by numbers. */
export function anyFound(company: string, typed: string): Statement {
  const written = [
    typed,
    `${typed.slice(0, 1).toUpperCase()}${typed.slice(1)}`,
    typed.toUpperCase(),
  ];
  const documents = NUMBERED.map(([table, column]) => {
    const ranges = written.map((_, at) => {
      const first = 5 + 2 * at;
      return `t.${column} >= $${first} and t.${column} < $${first + 1}`;
    });
    return `exists (select from ${table} t where t.company_id = $1::uuid
      and (${ranges.join(' or ')}))`;
  });
  return {
    name: 'any-found',
    text: `select array(select k from unnest($4::text[]) k where exists (
        select from objects.search_word w where w.kind = k and ${begins('w', 2)})) as kinds,
      array[${documents.join(', ')}] as documents`,
    values: [
      company,
      ...range(typed),
      KINDS.split(' '),
      ...written.flatMap((each) => [each, `${each}zzzzzzzz`]),
    ],
  };
}

/** Contacts that have a word beginning so, with the names of their accounts. */
export function contactsFound(company: string, typed: string, most = 10): Statement {
  return {
    name: `contacts-found-${most}`,
    text: `select ${CONTACT},
        (select a.name from crm.account a where a.company_id = $1::uuid and a.id = t.account_id
          and a.deleted_at is null) as account, ${rank(4)}
      from (select f.record_id, min(f.word) as word
        from (select w.record_id, w.word from objects.search_word w
          where w.kind = 'contact' and ${begins('w', 2)} order by w.word limit 1000) f
        group by f.record_id) f
      join crm.contact t on t.company_id = $1::uuid and t.id = f.record_id
      where t.deleted_at is null order by rank, f.word, 2, t.id limit ${most}`,
    values: [company, ...range(typed), typed],
  };
}

/** Accounts in use that have words beginning as both that are typed. */
export function accountsFound(company: string, [lead, other]: readonly string[]): Statement {
  return {
    name: 'accounts-found',
    text: `select ${ACCOUNT}, ${rank(6)}
      from (select f.record_id, min(f.word) as word
        from (select w.record_id, w.word from objects.search_word w
          where w.kind = 'account' and ${begins('w', 2)} order by w.word limit 10000) f
        where exists (select from objects.search_word o
          where o.record_id = f.record_id and ${begins('o', 4)})
        group by f.record_id) f
      join crm.account t on t.company_id = $1::uuid and t.id = f.record_id
      where t.deleted_at is null and t.status <> 'inactive'
      order by rank, f.word, 2, t.id limit 10`,
    values: [company, ...range(lead ?? ''), ...range(other ?? ''), `${lead} ${other}`],
  };
}

/** Of the accounts of the latest contacts those with both words, the last used first. */
export function accountsUsed(company: string, [lead, other]: readonly string[]): Statement {
  const has = (from: number) => `exists (select from objects.search_word w
    where w.record_id = t.id and ${begins('w', from)})`;
  return {
    name: 'accounts-used',
    text: `select ${ACCOUNT}, ${rank(6)}
      from (select c.account_id, max(c.id::text) as used
        from (select account_id, id from crm.contact
          where company_id = $1::uuid and deleted_at is null order by id desc limit 500) c
        where c.account_id is not null
        group by c.account_id order by 2 desc limit 50) u
      join crm.account t on t.company_id = $1::uuid and t.id = u.account_id
      where t.deleted_at is null and t.status <> 'inactive' and ${has(2)} and ${has(4)}
      order by u.used desc limit 50`,
    values: [company, ...range(lead ?? ''), ...range(other ?? ''), `${lead} ${other}`],
  };
}
