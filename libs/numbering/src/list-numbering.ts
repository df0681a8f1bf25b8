import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { listNumbering, type NumberingView } from './numbering.queries.js';

/** The rules of every document type, saved or built in. */
@Injectable()
export class ListNumbering {
  constructor(private readonly db: Database) {}

  execute(ctx: Ctx): Promise<NumberingView[]> {
    return this.db.read(ctx, listNumbering);
  }
}
