import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { withheldLetter } from '@quittance/dunning/host';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { EmailOccasions, type LeavingEmail } from '@quittance/notifications/host';

/** A letter of dunning may wait for hours, in which its invoices are paid. */
@Injectable()
export class DunningOccasions extends EmailOccasions {
  constructor(private readonly db: Database) {
    super();
  }

  isOver(ctx: Ctx, { attachments, ...email }: LeavingEmail): Promise<string | null> {
    const encloses = attachments
      .filter(({ kind }) => kind === 'invoice-pdf')
      .map(({ recordId }) => recordId as InvoiceId);
    return this.db.read(ctx, (tx) => withheldLetter(tx, { ...email, encloses }));
  }
}
