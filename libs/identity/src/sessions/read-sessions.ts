import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { listSessions, type SessionView } from './session.queries.js';

/** The caller's own live sessions; an API key has none. */
@Injectable()
export class ReadSessions {
  constructor(private readonly db: Database) {}

  async execute(ctx: Ctx): Promise<readonly SessionView[]> {
    const { userId } = ctx;
    return userId === null ? [] : this.db.read(ctx, (tx) => listSessions(tx, userId));
  }
}
