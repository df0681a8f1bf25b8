import { namedSql, sql } from '@quittance/database';

/** Minutes and hours are the database's: processes may disagree about the time. */
const LOCK = `interval '60 seconds'`;

/**
 * Takes a key: a new one, an expired one, or one whose holder has been silent for a minute, marked
 * as abandoned since or not. Answers a row when it was taken. It is held for as many hours as its
 * answer would be kept: a holder that died may have had its effect. Served by the primary key.
 */
export const CLAIM_KEY = sql(`
  insert into http.idempotency_key as held (company_id, principal_kind, principal_id, key,
    fingerprint, state, owner, locked_at, created_at, expires_at, rights)
  values ($1, $2, $3, $4, $5, 'in_progress', $6, now(), now(), now() + make_interval(hours => $7),
    $8)
  on conflict (company_id, principal_kind, principal_id, key) do update
  set fingerprint = excluded.fingerprint, state = 'in_progress', owner = excluded.owner,
    locked_at = excluded.locked_at, created_at = excluded.created_at,
    expires_at = excluded.expires_at, status = null, content_type = null, location = null,
    etag = null, body = null, sealed_body = null, unshown = false, rights = excluded.rights,
    steps = case when held.expires_at <= excluded.created_at then 0 else held.steps end
  where held.expires_at <= excluded.created_at
    or (held.state <> 'completed' and excluded.created_at - held.locked_at >= ${LOCK}
      and (held.fingerprint is null or held.fingerprint = excluded.fingerprint))
  returning steps`);

/**
 * Who holds the key and what was answered, or is about to be shown. Served by the primary key.
 */
export const FIND_KEY = sql(`
  select state, fingerprint, rights, status, content_type, location, etag, body, sealed_body,
    unshown, unshown and locked_at > now() - ${LOCK} as "isBeingShown"
  from http.idempotency_key
  where company_id = $1 and principal_kind = $2 and principal_id = $3 and key = $4`);

/**
 * Stores the answer of the request that still holds the key, for so many hours. Served by the
 * primary key.
 */
export const COMPLETE_KEY = namedSql(
  `update http.idempotency_key
   set state = 'completed', fingerprint = :fingerprint, status = :status,
     content_type = :contentType, location = :location, etag = :etag, body = :body,
     sealed_body = :sealedBody, unshown = :unshown,
     expires_at = now() + make_interval(hours => :keptHours)
   where company_id = :companyId and principal_kind = :actorKind and principal_id = :actorId::uuid
     and key = :key and owner = :owner`,
  {
    values: {
      key: 'text',
      owner: 'uuid',
      fingerprint: 'bytea',
      status: 'integer',
      contentType: 'text',
      location: 'text',
      etag: 'text',
      body: 'text',
      sealedBody: 'jsonb',
      unshown: 'boolean',
      keptHours: 'integer',
    },
  },
);

/**
 * Says that the holder of a key is at work, silent as it was: a row where it still holds it, and
 * has not given it up (`SUSPEND_KEY`). Served by the primary key.
 */
export const RENEW_KEY = sql(`
  update http.idempotency_key set locked_at = statement_timestamp(), state = 'in_progress'
  where company_id = $1 and principal_kind = $2 and principal_id = $3 and key = $4 and owner = $5
    and state <> 'completed' and locked_at > to_timestamp(0)`);

/** A row where the key was answered by this holder. Served by the primary key. */
export const FIND_ANSWERED = sql(`
  select 1 from http.idempotency_key
  where company_id = $1 and principal_kind = $2 and principal_id = $3 and key = $4 and owner = $5
    and state = 'completed'`);

/**
 * Says that the holder of a key has saved one step more: a row where it still holds it. Served by
 * the primary key.
 */
export const COUNT_STEP = sql(`
  update http.idempotency_key set locked_at = statement_timestamp(), steps = steps + 1
  where company_id = $1 and principal_kind = $2 and principal_id = $3 and key = $4 and owner = $5
    and state <> 'completed'`);

/** What a step is told by, with the rights under which it was made. */
export const ADD_STEP = sql(`
  insert into http.idempotency_step (company_id, principal_kind, principal_id, key, reach,
    rights, told)
  values ($1, $2, $3, $4, $5, $6, $7)`);

/** The steps under a key, the first first. Served by the primary key. */
export const FIND_STEPS = sql(`
  select reach as at, rights, told from http.idempotency_step
  where company_id = $1 and principal_kind = $2 and principal_id = $3 and key = $4
  order by reach`);

/** Forgets the steps under a key. Served by the primary key. */
export const FORGET_STEPS = sql(`
  delete from http.idempotency_step
  where company_id = $1 and principal_kind = $2 and principal_id = $3 and key = $4`);

/**
 * Lets the same request take a key over at once, and no other: its holder has broken off behind
 * some steps. Served by the primary key.
 */
export const SUSPEND_KEY = sql(`
  update http.idempotency_key set state = 'abandoned', locked_at = to_timestamp(0)
  where company_id = $1 and principal_kind = $2 and principal_id = $3 and key = $4 and owner = $5
    and state <> 'completed'`);

/**
 * Lets a key go whose request came to nothing: nothing was saved under it, step by step. Served by
 * the primary key.
 */
export const RELEASE_KEY = sql(`
  delete from http.idempotency_key
  where company_id = $1 and principal_kind = $2 and principal_id = $3 and key = $4 and owner = $5
    and state <> 'completed' and steps = 0`);

/** Forgets a batch of answers whose time is over. Served by idempotency_key_expiry. */
export const PURGE_KEYS = sql(`
  delete from http.idempotency_key
  where company_id = $1 and (principal_kind, principal_id, key) in (
    select k.principal_kind, k.principal_id, k.key from http.idempotency_key k
    where k.company_id = $1 and k.expires_at <= now()
    order by k.expires_at limit $2)
    and expires_at <= now()`);

/** Companies with keys whose holders are silent. */
export const COMPANIES_WITH_SILENT = sql(
  `select company_id as "companyId" from http.door_companies_with_silent_keys()`,
);

/**
 * Marks the keys of a company whose holders have been silent for a minute; one that is being
 * renewed is left alone. Served by idempotency_key_in_progress_index.
 */
export const ABANDON_KEYS = sql(`
  with silent as (
    select principal_kind, principal_id, key from http.idempotency_key
    where company_id = $1 and state = 'in_progress' and locked_at <= now() - ${LOCK}
    for update skip locked)
  update http.idempotency_key k set state = 'abandoned' from silent s
  where k.company_id = $1 and k.principal_kind = s.principal_kind
    and k.principal_id = s.principal_id and k.key = s.key`);
