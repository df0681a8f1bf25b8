import { PaymentLinks } from '../printing/payment-links.port.js';

/** Nobody serves the company: there is nowhere to pay, and nothing to be taken back. */
export class NoLinks extends PaymentLinks {
  liveLink(): Promise<string | null> {
    return Promise.resolve(null);
  }

  letterLink(): Promise<string | null> {
    return Promise.resolve(null);
  }

  async takeBack(): Promise<void> {}
}
