import type { DocumentLanguage } from '@quittance/company';
import { namedSql, sql, type Tx } from '@quittance/database';
import type { Acceptance } from '../decisions/acceptance.js';
import { acceptanceNoun } from '../decisions/acceptance.js';
import type { QuoteId } from '../quote.description.js';

/** The file that was made as a quote was accepted; nobody changes it. */
export interface SignedPdf {
  readonly fileName: string;
  readonly language: DocumentLanguage;
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
  readonly bytes: Buffer;
}

/** By primary key. */
const FIND = sql(`
  select file_name as "fileName", language, digest, bytes
  from sales.quote_signed_pdf where company_id = $1 and quote_id = $2`);

const KEEP = namedSql(
  `insert into sales.quote_signed_pdf
     (company_id, quote_id, file_name, language, digest, bytes, created_at)
   values (:companyId, :quoteId, :fileName, :language, :digest, :bytes, :now)
   on conflict (company_id, quote_id) do nothing`,
  {
    values: {
      quoteId: 'uuid',
      fileName: 'text',
      language: 'text',
      digest: 'text',
      bytes: 'bytea',
    },
  },
);

/** By primary key. */
const ACCEPTANCE = sql(`
  select ${acceptanceNoun.rows.select('a')} from sales.quote_acceptance a
  where a.company_id = $1 and a.quote_id = $2`);

/** Quotes that were accepted and have no file as yet; by `quote_acceptance_at_index`. */
const WITHOUT = sql(`
  select a.quote_id as id from sales.quote_acceptance a
  left join sales.quote_signed_pdf p on p.company_id = $1 and p.quote_id = a.quote_id
  where a.company_id = $1 and a.at > $2 and p.quote_id is null
  order by a.at limit $3`);

export function findSignedPdf(tx: Tx, id: QuoteId): Promise<SignedPdf | undefined> {
  return tx.maybe<SignedPdf>(FIND, [tx.ctx.companyId, id]);
}

/** The first that is made stays. */
export async function keepSignedPdf(tx: Tx, id: QuoteId, file: SignedPdf): Promise<void> {
  const { fileName, language, digest, bytes } = file;
  await KEEP.run(tx, { quoteId: id, fileName, language, digest, bytes });
}

export function acceptanceOfQuote(tx: Tx, id: QuoteId): Promise<Acceptance | undefined> {
  return tx.maybe<Acceptance>(ACCEPTANCE, [tx.ctx.companyId, id]);
}

export async function quotesWithoutPdf(
  tx: Tx,
  since: string,
  most: number,
): Promise<readonly QuoteId[]> {
  const rows = await tx.rows<{ id: QuoteId }>(WITHOUT, [tx.ctx.companyId, since, most]);
  return rows.map(({ id }) => id);
}
