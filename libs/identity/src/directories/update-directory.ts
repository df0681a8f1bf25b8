import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Audience } from '../tokens/access-tokens.js';
import { changeDirectory, type Directory, type DirectoryPatch } from './directory.queries.js';

/** Sets how the users of a directory sign in. It holds from the next lock on. */
@Injectable()
export class UpdateDirectory {
  constructor(private readonly db: Database) {}

  async execute(ctx: Ctx, audience: Audience, patch: DirectoryPatch): Promise<Directory> {
    return this.db.write(ctx, (tx) => changeDirectory(tx, audience, patch));
  }
}
