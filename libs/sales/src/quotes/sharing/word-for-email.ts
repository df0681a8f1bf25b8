import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readToday } from '@quittance/company';
import { Database, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { QuoteId } from '../quote.description.js';
import { findQuote } from '../quote.repository.js';
import { linkTokenHash, newLinkToken } from './link-token.js';
import { liveLinkOf } from './quote-link.repository.js';

const INSERT = sql(`
  insert into sales.quote_link_word (company_id, token_hash, link_id, created_at)
  values ($1, $2, $3, $4)`);

/**
 * Another word of the live link of a quote, for an e-mail that is about to leave. The first was
 * told once and only its hash is kept, so each e-mail has a word of its own: it is stored nowhere
 * else, opens the same link, and ends with it.
 */
@Injectable()
export class WordForEmail {
  constructor(private readonly db: Database) {}

  /** Null where the quote is open no more, or its link was taken back. */
  execute(ctx: Ctx, id: QuoteId): Promise<string | null> {
    return this.db.write(ctx, (tx) => wordOf(tx, id), { answers: false });
  }
}

async function wordOf(tx: Tx, id: QuoteId): Promise<string | null> {
  const { companyId, now } = tx.ctx;
  const quote = await findQuote(tx, id);
  const isOpen = quote?.status === 'sent' || quote?.status === 'viewed';
  const link = isOpen ? await liveLinkOf(tx, id) : undefined;
  if (!link || link.expiresOn < (await readToday(tx))) return null;
  const token = newLinkToken(companyId);
  await tx.run(INSERT, [companyId, linkTokenHash(token), link.id, now]);
  const after = { linkId: link.id, expiresOn: link.expiresOn };
  audit(tx, { action: 'quote.shared', object: 'quote', recordId: id, after });
  return token;
}
