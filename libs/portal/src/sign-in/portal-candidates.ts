import { Database, sql } from '@quittance/database';
import { decoys } from '@quittance/identity';
import type { CompanyId, Id } from '@quittance/kernel';
import {
  PORTAL_DIRECTORIES,
  type CredentialId,
  type PortalDirectory,
} from '../actors/portal-actor.js';
import { portalDevices } from '../credentials/portal-tables.js';

/** Where somebody wants to sign in, and as whom they say. */
export interface SignInName {
  /** An e-mail or the user name that is an alias of it. */
  readonly name: string;
  readonly directory: PortalDirectory;
  /** Whether users of the other directories are meant as well. */
  readonly anyDirectory: boolean;
  /** The slug of the company; without one the only company there is. */
  readonly company: string | null;
  readonly deviceToken: string | null;
}

/** A credential that somebody may mean. */
export interface MeantCredential {
  readonly companyId: CompanyId;
  readonly id: CredentialId;
  readonly passwordHash: string | null;
  /** The device that asks has signed in to it before, and is not locked. */
  readonly known: boolean;
}

export interface Candidates {
  readonly found: readonly MeantCredential[];
  /** The company that is meant, where it is said or there is one alone; null where any may be. */
  readonly companyId: CompanyId | null;
  /** Passwords to compare, whatever was found: one where company and directory are known. */
  readonly comparisons: number;
}

const COMPANY = sql(`select company_id as "companyId" from portal.door_company($1)`);
/** At most three, the one that signed in last first. */
const FIND = sql(`
  select company_id as "companyId", id, password_hash as "passwordHash", known
  from portal.door_sign_in($1, $2, $3, $4)`);

const MOST_CANDIDATES = 3;
const NO_COMPANY_OF_THAT_NAME = '00000000-0000-0000-0000-000000000001';

/** Whom the name may mean, in as many statements whoever it is. */
export async function findCandidates(db: Database, wanted: SignInName): Promise<Candidates> {
  const { name, directory, anyDirectory, company, deviceToken } = wanted;
  const [known] = await db.door<{ companyId: CompanyId }>(COMPANY, [company]);
  const isNamed = company !== null || known !== undefined;
  const companyId = known?.companyId ?? (isNamed ? NO_COMPANY_OF_THAT_NAME : null);
  const directories = anyDirectory ? PORTAL_DIRECTORIES : [directory];
  const hash = portalDevices.hashOf(deviceToken);
  const asked = [name.trim().toLowerCase(), companyId, directories, hash];
  const found = await db.door<MeantCredential>(FIND, asked);
  const meant = known?.companyId ?? null;
  return { found, companyId: meant, comparisons: isNamed && !anyDirectory ? 1 : MOST_CANDIDATES };
}

/** The credential that stands in for one that is not there: the same work is done for it. */
export function decoyOf(name: string): MeantCredential {
  const id = decoys.standIn(name.trim().toLowerCase()) as Id<string> as CredentialId;
  return { companyId: decoys.company, id, passwordHash: null, known: false };
}
