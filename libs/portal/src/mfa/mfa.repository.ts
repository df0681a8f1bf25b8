import type { Sealed } from '@quittance/config';
import { namedSql, sql, type Tx } from '@quittance/database';
import type { CredentialId } from '../actors/portal-actor.js';
import { DEFAULT_MFA_POLICY, type MfaPolicy } from './mfa-policy.js';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.js';

/** The authenticator of a credential, as far as there is one. */
export interface Factor {
  /** Null until its first code was right. */
  readonly secret: Sealed | null;
  readonly usedStep: number | null;
  /** Waits for its first code; that of another authenticator where there is one already. */
  readonly pending: Sealed | null;
}

const NO_FACTOR: Factor = { secret: null, usedStep: null, pending: null };
/** Somebody who sets one up has so long for it. */
const PENDING_SECONDS = 900;

/** By primary key; whoever decides by it holds the credential. */
const FIND = sql(`
  select secret, used_step as "usedStep",
    case when pending_at > now() - interval '${PENDING_SECONDS} seconds' then pending end as pending
  from portal.mfa where company_id = $1 and credential_id = $2`);

/** By primary keys. */
const STATE = sql(`
  select coalesce(s.mfa, '${DEFAULT_MFA_POLICY}') as policy, m.secret is not null as "hasMfa"
  from portal.credential k
  left join portal.mfa m on m.company_id = $1 and m.credential_id = k.id
  left join portal.settings s on s.company_id = $1
  where k.company_id = $1 and k.id = $2`);

const KEEP_PENDING = namedSql(
  `insert into portal.mfa (company_id, credential_id, pending, pending_at, updated_at)
   values (:companyId, :credentialId, :pending, now(), now())
   on conflict (company_id, credential_id) do update set pending = excluded.pending,
     pending_at = excluded.pending_at, updated_at = excluded.updated_at`,
  { values: { credentialId: 'uuid', pending: 'jsonb' } },
);

const CONFIRM = namedSql(
  `insert into portal.mfa (company_id, credential_id, secret, confirmed_at, used_step, updated_at)
   values (:companyId, :credentialId, :secret, now(), :step, now())
   on conflict (company_id, credential_id) do update set secret = excluded.secret,
     confirmed_at = excluded.confirmed_at, used_step = excluded.used_step, pending = null,
     pending_at = null, updated_at = excluded.updated_at`,
  { values: { credentialId: 'uuid', secret: 'jsonb', step: 'integer' } },
);

const USE_STEP = sql(`
  update portal.mfa set used_step = $3 where company_id = $1 and credential_id = $2`);
const REMOVE = sql(`delete from portal.mfa where company_id = $1 and credential_id = $2`);
const REMOVE_CODES = sql(`
  delete from portal.mfa_recovery_code where company_id = $1 and credential_id = $2`);
const INSERT_CODES = namedSql(
  `insert into portal.mfa_recovery_code (company_id, credential_id, code_hash, created_at)
   select k.id, :credentialId, c.hash, now()
   from company.pub_company k cross join unnest(:hashes) as c (hash)
   where k.id = :companyId`,
  { values: { credentialId: 'uuid', hashes: 'text[]' } },
);
/** By primary key; each is good once. */
const USE_CODE = sql(`
  update portal.mfa_recovery_code set used_at = now()
  where company_id = $1 and credential_id = $2 and code_hash = $3 and used_at is null`);
const COUNT_CODES = sql(`
  select count(*)::int as left from portal.mfa_recovery_code
  where company_id = $1 and credential_id = $2 and used_at is null`);

export async function findFactor(tx: Tx, id: CredentialId): Promise<Factor> {
  return (await tx.maybe<Factor>(FIND, [tx.ctx.companyId, id])) ?? NO_FACTOR;
}

/** What the company asks of second factors, and whether the credential has one. */
export interface FactorState {
  readonly policy: MfaPolicy;
  readonly hasMfa: boolean;
}

export function factorState(tx: Tx, id: CredentialId): Promise<FactorState> {
  return tx.one<FactorState>(STATE, [tx.ctx.companyId, id]);
}

/** Keeps what waits for its first code, in place of what did before. */
export async function keepPending(tx: Tx, credentialId: CredentialId, pending: Sealed) {
  await KEEP_PENDING.run(tx, { credentialId, pending });
}

/**
 * Has the credential signed in by this authenticator from now on, whose step is used up, and
 * answers its recovery codes, of which only hashes are stored.
 */
export async function confirmFactor(
  tx: Tx,
  credentialId: CredentialId,
  { secret, step }: { readonly secret: Sealed; readonly step: number },
): Promise<readonly string[]> {
  const [codes] = await Promise.all([
    replaceRecoveryCodes(tx, credentialId),
    CONFIRM.run(tx, { credentialId, secret, step }),
  ]);
  return codes;
}

/** Ten new codes in place of all that there are, of which only hashes are stored. */
export async function replaceRecoveryCodes(
  tx: Tx,
  credentialId: CredentialId,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryHash(code) as string);
  await Promise.all([
    tx.run(REMOVE_CODES, [tx.ctx.companyId, credentialId]),
    INSERT_CODES.run(tx, { credentialId, hashes }),
  ]);
  return codes;
}

export async function useStep(tx: Tx, id: CredentialId, step: number): Promise<void> {
  await tx.run(USE_STEP, [tx.ctx.companyId, id, step]);
}

/** Whether it was a recovery code that was good; then it is not any more. */
export async function useRecoveryCode(tx: Tx, id: CredentialId, code: string): Promise<boolean> {
  const hash = recoveryHash(code);
  return hash !== null && (await tx.run(USE_CODE, [tx.ctx.companyId, id, hash])) === 1;
}

/** Takes the authenticator and its codes away; whether there was one. */
export async function removeFactor(tx: Tx, id: CredentialId): Promise<boolean> {
  const whose = [tx.ctx.companyId, id];
  const [removed] = await Promise.all([tx.run(REMOVE, whose), tx.run(REMOVE_CODES, whose)]);
  return removed > 0;
}

export async function recoveryCodesLeft(tx: Tx, id: CredentialId): Promise<number> {
  return (await tx.one<{ left: number }>(COUNT_CODES, [tx.ctx.companyId, id])).left;
}
