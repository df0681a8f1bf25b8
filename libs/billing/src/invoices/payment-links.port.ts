import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';

/** Knows where an invoice can be paid online, which billing itself does not. */
export abstract class PaymentLinks {
  /** An address that is open now, or null. It asks no provider: a transaction is open. */
  abstract of(tx: Tx, id: InvoiceId): Promise<string | null>;
}

/** For processes that collect nothing online. */
@Injectable()
export class NoPaymentLinks extends PaymentLinks {
  of(): Promise<null> {
    return Promise.resolve(null);
  }
}
