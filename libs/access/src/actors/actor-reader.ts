import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { hashToken, parseToken } from '@quittance/identity';
import type { CompanyId, Id, Permissions, SessionId, UserId } from '@quittance/kernel';
import type { RoleId } from '../roles/role.js';
import { PermissionCache } from './permission-cache.js';

/** A staff user who may act now, with the union of their roles. */
export interface StaffActor {
  readonly userId: UserId;
  readonly email: string;
  readonly name: string;
  readonly team: string | null;
  readonly permissions: Permissions;
  /** Of the company's metadata: read with the actor, so that no request asks for it again. */
  readonly metadataVersion: number;
}

/** An API key that is good now, with its role. */
export interface ApiKeyActor {
  readonly id: Id<'api-key'>;
  readonly name: string;
  readonly companyId: CompanyId;
  readonly permissions: Permissions;
  /** Of the company's metadata. */
  readonly metadataVersion: number;
}

/** Whom the claims of a token name. */
export interface Claimant {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

interface ActorRow {
  readonly session_id: SessionId;
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly team: string | null;
  readonly role_ids: readonly RoleId[] | null;
  readonly role_versions: readonly number[] | null;
  readonly metadata_version: number;
}

interface KeyRow {
  readonly id: Id<'api-key'>;
  readonly name: string;
  readonly role_id: RoleId;
  readonly role_version: number;
  readonly metadata_version: number;
}

interface Batch {
  readonly sessions: Set<SessionId>;
  readonly rows: Promise<Map<SessionId, ActorRow>>;
}

const READ_ACTORS = sql(`select * from access.door_actors($1, $2)`);
const READ_KEY = sql(`select * from access.door_api_key($1, $2)`);

/** Of nobody: an id that no company has, and no sessions. */
const NOBODY = ['00000000-0000-0000-0000-000000000000', []];

/**
 * Asks what every request of staff begins with, for nobody. Unlike other questions it is in
 * PL/pgSQL, a library that the server loads anew in each session: one whose programs were replaced
 * while it runs goes on to answer plain SQL. @throws where requests could not begin either
 */
export async function askForNobody(db: Database): Promise<void> {
  await db.door(READ_ACTORS, NOBODY);
}

/** How long a company's next statement waits for the one under way, in milliseconds. */
const PATIENCE = 10;

/**
 * Re-reads the actor of every request, so that the end of a session, a deactivation, a revoked key
 * or a changed role holds for the very next one. The statement begins at the session that the token
 * belongs to and finds its user by it. Those of one company asked for in the same turn of the event
 * loop share one statement, and so do those asked for while the company's last one is under way:
 * the busier the company, the more of its requests one statement serves.
 */
@Injectable()
export class ActorReader {
  private readonly batches = new Map<CompanyId, Batch>();
  private readonly underWay = new Map<CompanyId, Promise<unknown>>();

  constructor(
    private readonly db: Database,
    private readonly cache: PermissionCache,
  ) {}

  /**
   * The user, or undefined when deactivated, or when the session is unknown, another's or ended.
   */
  async read(companyId: CompanyId, claimant: Claimant): Promise<StaffActor | undefined> {
    const { userId, sessionId } = claimant;
    const batch = this.batches.get(companyId) ?? this.open(companyId);
    batch.sessions.add(sessionId);
    const row = (await batch.rows).get(sessionId);
    if (row?.id !== userId) return undefined;
    const versions = row.role_versions ?? [];
    const roles = (row.role_ids ?? []).map((id, i) => ({ id, version: versions[i] ?? 0 }));
    const permissions = await this.cache.united(companyId, roles);
    const { email, name, team, metadata_version: metadataVersion } = row;
    return { userId, email, name, team, permissions, metadataVersion };
  }

  /** The key of an `Authorization: Bearer qk_…`, or undefined when unknown, revoked or expired. */
  async readKey(text: string): Promise<ApiKeyActor | undefined> {
    const token = parseToken(text, 'qk');
    if (!token) return undefined;
    const { companyId } = token;
    const [row] = await this.db.door<KeyRow>(READ_KEY, [companyId, hashToken(token)]);
    if (!row) return undefined;
    const role = { id: row.role_id, version: row.role_version };
    const permissions = await this.cache.united(companyId, [role]);
    const { id, name, metadata_version: metadataVersion } = row;
    return { id, name, companyId, permissions, metadataVersion };
  }

  private open(companyId: CompanyId): Batch {
    const sessions = new Set<SessionId>();
    const rows = turnOf(this.underWay.get(companyId)).then(async () => {
      // Closed before the statement is sent: who asks from here on must see what is true then.
      this.batches.delete(companyId);
      const found = await this.ask(companyId, [...sessions]);
      return new Map(found.map((row) => [row.session_id, row]));
    });
    const batch = { sessions, rows };
    this.batches.set(companyId, batch);
    return batch;
  }

  private async ask(companyId: CompanyId, sessions: readonly SessionId[]): Promise<ActorRow[]> {
    const asked = this.db.door<ActorRow>(READ_ACTORS, [companyId, sessions]);
    this.underWay.set(companyId, asked);
    try {
      return await asked;
    } finally {
      if (this.underWay.get(companyId) === asked) this.underWay.delete(companyId);
    }
  }
}

/** The end of this turn of the event loop, or of the statement under way unless that takes long. */
function turnOf(underWay: Promise<unknown> | undefined): Promise<void> {
  return new Promise((begin) => {
    if (!underWay) return void setImmediate(begin);
    const patience = setTimeout(begin, PATIENCE);
    const answered = () => {
      clearTimeout(patience);
      begin();
    };
    return void underWay.then(answered, answered);
  });
}
