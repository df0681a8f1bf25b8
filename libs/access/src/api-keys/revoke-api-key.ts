import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import type { ApiKeyId } from './api-key.queries.js';

const REVOKE = sql(`
  update access.api_key set revoked_at = coalesce(revoked_at, $3)
  where company_id = $1 and id = $2 returning name`);

/** Refuses the key from the next request on; the row stays, so that the log still names it. */
@Injectable()
export class RevokeApiKey {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, id: ApiKeyId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const key = await tx.maybe<{ name: string }>(REVOKE, [ctx.companyId, id, ctx.now]);
      if (!key) throw notFound({ object: 'API key' });
      audit(tx, { action: 'api_key.revoked', object: 'api-key', recordId: id, before: { ...key } });
    });
  }
}
