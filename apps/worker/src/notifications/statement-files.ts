import { Injectable } from '@nestjs/common';
import { addDays, parseLocalDate, type LocalDate } from '@quittance/calendar';
import type { LedgerAccountId } from '@quittance/crm';
import { DocumentRenderer, mediaTypeOf, type PrintableStatement } from '@quittance/documents';
import { DomainError, type Ctx } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { RenderedFile } from '@quittance/receivables/host';
import { ReadStatement, statementTooLong } from '@quittance/reporting/host';

/** Rows of a statement that goes by e-mail: more are some hundred pages. */
const MOST_ROWS = 2000;
/** Where all that has happened is too long for an e-mail, what has happened since. */
const SHORTER_DAYS = [365, 90, 31] as const;

/** Statements of account as files of e-mails. */
@Injectable()
export class StatementFiles {
  constructor(
    private readonly statements: ReadStatement,
    private readonly documents: DocumentRenderer,
  ) {}

  /**
   * Undefined where even the last month is too long, and where the customer is gone meanwhile.
   * @param said ledger account, currency, first and last day, as `…/EUR/2026-01-01/2026-03-02`
   */
  async file(ctx: Ctx, said: string): Promise<RenderedFile | undefined> {
    const [id = '', currency = '', from = '', to = ''] = said.split('/');
    const last = parseLocalDate(to);
    const first = parseLocalDate(from);
    const later = SHORTER_DAYS.map((days) => addDays(last, -days)).filter((day) => day > first);
    for (const day of [first, ...later]) {
      const period = { from: day, to: last };
      const document = await this.document(
        ctx,
        id as LedgerAccountId,
        currency as Currency,
        period,
      );
      if (document === 'gone') return undefined;
      if (document === 'long') continue;
      return {
        fileName: `statement-${currency}-${day}-${to}.pdf`,
        mediaType: mediaTypeOf('pdf'),
        bytes: await this.documents.render({ format: 'pdf', document }),
      };
    }
    return undefined;
  }

  private async document(
    ctx: Ctx,
    id: LedgerAccountId,
    currency: Currency,
    period: { readonly from: LocalDate; readonly to: LocalDate },
  ): Promise<PrintableStatement | 'long' | 'gone'> {
    try {
      const print = { ...period, currency, language: null };
      const document = await this.statements.printable(ctx, id, print);
      return document.movements.length > MOST_ROWS ? 'long' : document;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === statementTooLong.code) return 'long';
      if (error.status === 404) return 'gone';
      throw error;
    }
  }
}
