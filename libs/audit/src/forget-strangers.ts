import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';

const BATCH = 10_000;

/** The owner's door decides which entries and how old: those of no company, of 30 days. */
const FORGET = sql(`select audit.door_forget_strangers($1) as forgotten`);

/**
 * Forgets sign-ins with e-mails that nobody has, for the worker once a day. What a company's people
 * did stays for ever.
 */
@Injectable()
export class ForgetStrangers {
  constructor(private readonly db: Database) {}

  /** Answers how many entries there were. */
  async execute(): Promise<number> {
    let forgotten = 0;
    for (;;) {
      const [batch] = await this.db.door<{ forgotten: number }>(FORGET, [BATCH]);
      forgotten += batch?.forgotten ?? 0;
      if ((batch?.forgotten ?? 0) < BATCH) return forgotten;
    }
  }
}
