import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Audience } from '../tokens/access-tokens.js';
import { PUT_DIRECTORY, findDirectory, type Directory } from './directory.queries.js';

/** A merge: what is absent stays. */
export type DirectoryPatch = Partial<Omit<Directory, 'audience'>>;

/** Sets how the users of a directory sign in. It holds from the next lock on. */
@Injectable()
export class UpdateDirectory {
  constructor(private readonly db: Database) {}

  async execute(ctx: Ctx, audience: Audience, patch: DirectoryPatch): Promise<Directory> {
    return this.db.write(ctx, async (tx) => {
      const { audience: _, ...before } = await findDirectory(tx, audience);
      const after = { ...before, ...patch };
      await tx.run(PUT_DIRECTORY, [ctx.companyId, audience, after.lockEndsSessions, ctx.now]);
      const changes = changedFields(before, after);
      audit(tx, {
        action: 'directory.updated',
        object: 'directory',
        recordId: audience,
        ...changes,
      });
      return { audience, ...after };
    });
  }
}
