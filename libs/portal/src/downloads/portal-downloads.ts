import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, namedSql, sql, type Tx } from '@quittance/database';
import {
  formatToken,
  hashToken,
  newOpaqueToken,
  parseToken,
  type Visitor,
} from '@quittance/identity';
import type { CompanyId, SessionId } from '@quittance/kernel';
import type { PortalCtx, PortalDirectory, PortalUserId } from '../actors/portal-actor.js';
import { downloadExpired } from '../portal.errors.js';
import { visitorCtx } from '../sign-in/portal-visitor.js';

const INSERT = namedSql(
  `insert into portal.download (company_id, token_hash, portal_user_id, session_id, path,
     created_at, expires_at)
   values (:companyId, :tokenHash, :portalUserId, :sessionId, :path, now(),
     now() + interval '60 seconds')`,
  {
    values: {
      tokenHash: 'bytea',
      portalUserId: 'uuid',
      sessionId: 'uuid',
      path: 'text',
    },
  },
);

/** Uses an address up, by primary key; of two at once only one gets a row. */
const USE = sql(`
  update portal.download d set used_at = now()
  from portal.portal_user u
  where d.company_id = $1 and d.token_hash = $2 and d.used_at is null and d.expires_at > now()
    and u.company_id = $1 and u.id = d.portal_user_id and u.directory = $3
    and ($4::uuid is null or u.id = $4::uuid)
  returning d.path, d.portal_user_id as "userId", d.session_id as "sessionId"`);

/** By download_expiry_index. */
const FORGET = sql(`
  delete from portal.download where company_id = $1 and expires_at < now() - interval '1 day'`);

/** What an address leads to, and for whom it was made: in that session it is asked for. */
export interface OpenedDownload {
  readonly path: string;
  readonly userId: PortalUserId;
  readonly sessionId: SessionId;
  readonly companyId: CompanyId;
}

/** Where an address is opened, and by whom. */
export interface OpenedAt {
  readonly directory: PortalDirectory;
  /** Null of a tab, which sends no token. */
  readonly by: PortalUserId | null;
}

/** Addresses for a new tab, which sends no token: each is good once, for a minute. */
@Injectable()
export class PortalDownloads {
  constructor(private readonly db: Database) {}

  /** The word of an address that leads to a path of this host. */
  execute(ctx: PortalCtx, path: string): Promise<string> {
    const { companyId, portalUserId, sessionId } = ctx.portal;
    const token = newOpaqueToken('qp', companyId);
    return this.db.write(ctx, async (tx) => {
      await INSERT.run(tx, { tokenHash: hashToken(token), portalUserId, sessionId, path });
      const about = { object: 'portal-user', recordId: portalUserId };
      audit(tx, { action: 'portal_user.download_made', ...about, after: { path } });
      return formatToken(token);
    });
  }

  /**
   * At another directory, or by somebody else, an address is none, and stays good where it is one.
   * @throws DomainError download_expired, also for what never was one
   */
  async open(visitor: Visitor, word: string, at: OpenedAt): Promise<OpenedDownload> {
    const token = parseToken(word, 'qp');
    if (!token) throw downloadExpired();
    const { companyId } = token;
    const params = [companyId, hashToken(token), at.directory, at.by];
    const found = await this.db.write(
      visitorCtx(visitor, companyId),
      (tx) => tx.maybe<Omit<OpenedDownload, 'companyId'>>(USE, params),
      { answers: false },
    );
    if (!found) throw downloadExpired();
    return { ...found, companyId };
  }
}

/** Forgets addresses of the day before. */
export function forgetDownloads(tx: Tx): Promise<number> {
  return tx.run(FORGET, [tx.ctx.companyId]);
}
