import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { SetupDocument } from './setup-document.js';
import { SetupRuns } from './setup-runs.js';

/** Writes a company's whole set-up as one document. */
@Injectable()
export class ExportSetup {
  constructor(
    private readonly db: Database,
    private readonly runs: SetupRuns,
  ) {}

  async execute(ctx: Ctx): Promise<SetupDocument> {
    return this.db.read(ctx, (tx) => this.runs.read(tx));
  }
}
