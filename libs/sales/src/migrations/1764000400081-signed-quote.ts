import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What is kept of an accepted quote beside its receipt: the file that shows who has signed. A
 * receipt is found by its hash alone, before anybody knows whose it is. Who has last said what a
 * quote comes to does not approve it themselves.
 */
export class SignedQuote1764000400081 extends ForwardMigration {
  name = 'SignedQuote1764000400081';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'sales.quote_signed_pdf',
      `quote_id uuid not null,
       file_name text not null,
       language text not null,
       digest text not null,
       bytes bytea not null,
       created_at timestamptz not null,
       primary key (company_id, quote_id),
       constraint quote_signed_pdf_digest_check check (digest ~ '^[0-9a-f]{64}$')`,
      { appendOnly: true },
    );
    await runner.query(`alter table sales.quote_signed_pdf
      add constraint quote_signed_pdf_acceptance_fk foreign key (company_id, quote_id)
        references sales.quote_acceptance (company_id, quote_id)`);
    await runner.query(`create index quote_acceptance_at_index
      on sales.quote_acceptance (company_id, at)`);
    await runner.query(`create index quote_acceptance_hash_index
      on sales.quote_acceptance (receipt_hash)`);
    await createDoor(
      runner,
      'sales.door_receipt(wanted_hash text)',
      'table (company_id uuid, quote_id uuid)',
      {
        query: `select a.company_id, a.quote_id from sales.quote_acceptance a
          where a.receipt_hash = wanted_hash limit 1`,
        plansStay: true,
      },
    );
    await this.words(runner);
    await this.knownLanguages(runner);
    await runner.query('alter table sales.quote add column priced_by uuid');
  }

  /** Each e-mail has a word of its own for the link that it carries. */
  private async words(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'sales.quote_link_word',
      `token_hash text not null,
       link_id uuid not null,
       created_at timestamptz not null,
       primary key (company_id, token_hash)`,
      { appendOnly: true },
    );
    await runner.query(`alter table sales.quote_link_word
      add constraint quote_link_word_link_fk foreign key (company_id, link_id)
        references sales.quote_link (company_id, id)`);
    await runner.query(`create index quote_link_word_link_index
      on sales.quote_link_word (company_id, link_id)`);
  }

  /** A language in which nothing can be printed was taken before. */
  private async knownLanguages(runner: QueryRunner): Promise<void> {
    const known = `language in ('en','de','fr','es','it','nl','pt','pl','ja','hi','ar','he')`;
    await runner.query(`update sales.quote set language = null where not (${known})`);
    await runner.query(`alter table sales.quote
      add constraint quote_language_check check (${known})`);
  }
}
