import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import type { Ctx } from '@quittance/kernel';
import { SecretLinks, type SecretRef } from '@quittance/notifications/host';
import { QUOTE_SECRET, WordForEmail, type QuoteId } from '@quittance/sales/host';
import { MakePortalLink, PORTAL_LINKS } from '@quittance/portal/host';
import { PasswordLinks } from './password-links.js';

/** The links that let their holder in: to a quote, or to set a password of staff or a portal. */
@Injectable()
export class IssuedLinks extends SecretLinks {
  constructor(
    private readonly passwords: PasswordLinks,
    private readonly quotes: WordForEmail,
    private readonly portals: MakePortalLink,
    @Inject(CONFIG) private readonly config: Pick<Config, 'portalPublicUrl'>,
  ) {
    super();
  }

  async make(ctx: Ctx, ref: SecretRef, to: string): Promise<string | null> {
    if (ref.kind in PORTAL_LINKS) return this.portalLink(ctx, ref, to);
    if (ref.kind !== QUOTE_SECRET) return this.passwords.make(ctx, ref, to);
    const word = await this.quotes.execute(ctx, ref.recordId as QuoteId);
    return word && `${this.config.portalPublicUrl}/q/${word}`;
  }

  /** Behind the `#`, where no server's log sees it. */
  private async portalLink(ctx: Ctx, ref: SecretRef, to: string): Promise<string | null> {
    const link = await this.portals.execute(ctx, ref, to);
    if (!link) return null;
    const { token, directory, purpose, company, language } = link;
    const asked = `company=${company}&language=${language}`;
    const page = `${this.config.portalPublicUrl}/portal/password?${asked}`;
    return `${page}#portal=${directory}&for=${purpose}&token=${token}`;
  }
}
