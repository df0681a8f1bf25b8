import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import { newId, type CompanyId } from '@quittance/kernel';
import type { RateBookData } from './rate-book-data.js';
import { RateBook } from './rate-book.js';
import { NEW_REVISION, READ_RATE_BOOK, READ_REVISION } from './rate-book.sql.js';

interface Kept {
  readonly revision: string;
  readonly book: RateBook;
}

/** Books kept in memory, the least recently used go first. */
const MOST_KEPT = 200;

/** Rate books by company, kept until the set-up changes. */
@Injectable()
export class RateBooks {
  private readonly kept = new Map<CompanyId, Kept>();

  /** The company's rates as the transaction sees them: one small read when they are known. */
  async load(tx: Tx): Promise<RateBook> {
    const { companyId } = tx.ctx;
    const current = await tx.maybe<{ revision: string }>(READ_REVISION, [companyId]);
    if (!current) return RateBook.empty;
    const known = this.kept.get(companyId);
    if (known?.revision === current.revision) return this.keep(companyId, known);
    // The revision is read again with the data: it may have changed in between.
    const data = await tx.one<RateBookData & { revision: string }>(READ_RATE_BOOK, [companyId]);
    return this.keep(companyId, { revision: data.revision, book: new RateBook(data) });
  }

  private keep(companyId: CompanyId, kept: Kept): RateBook {
    this.kept.delete(companyId);
    this.kept.set(companyId, kept);
    if (this.kept.size > MOST_KEPT) {
      const oldest = this.kept.keys().next().value;
      if (oldest !== undefined) this.kept.delete(oldest);
    }
    return kept.book;
  }
}

/**
 * Announces a change of the set-up to every process: the first statement of each operation that
 * makes one. A revision is never used twice, so that a rolled back one cannot be mistaken later.
 */
export async function newRevision(tx: Tx): Promise<void> {
  await tx.run(NEW_REVISION, [tx.ctx.companyId, newId<'tax-revision'>()]);
}
