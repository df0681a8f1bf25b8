import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import type { Ctx } from '@quittance/kernel';
import { SecretLinks, type SecretRef } from '@quittance/notifications/host';
import { QUOTE_SECRET, WordForEmail, type QuoteId } from '@quittance/sales/host';
import { PasswordLinks } from './password-links.js';

/** The links that let their holder in: to a quote, or to set a password. */
@Injectable()
export class IssuedLinks extends SecretLinks {
  constructor(
    private readonly passwords: PasswordLinks,
    private readonly quotes: WordForEmail,
    @Inject(CONFIG) private readonly config: Pick<Config, 'portalPublicUrl'>,
  ) {
    super();
  }

  async make(ctx: Ctx, ref: SecretRef, to: string): Promise<string | null> {
    if (ref.kind !== QUOTE_SECRET) return this.passwords.make(ctx, ref, to);
    const word = await this.quotes.execute(ctx, ref.recordId as QuoteId);
    return word && `${this.config.portalPublicUrl}/q/${word}`;
  }
}
