import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { failpoint, type Clock, type CompanyId, type Instant } from '@quittance/kernel';
import { liveSecrets } from '../endpoints/endpoint.js';
import { guardedLookup, plainLookup } from '../targets/guarded-lookup.js';
import { Poster, type Sent } from '../targets/post.js';
import { judgeTargetUrl } from '../targets/target-url.js';
import { WEBHOOKS_SETTINGS, type WebhooksSettings } from '../webhooks.settings.js';
import type { ClaimedMessage } from './claim-messages.js';
import { signedHeaders } from './message.js';
import type { Attempted } from './store-outcomes.js';

const BLOCKED: Sent = { statusCode: null, error: 'blocked_address', answer: '', retryAfter: null };

/** Sends one claimed message, with no transaction open; what became of it is the caller's to store. */
@Injectable()
export class SendMessage implements OnApplicationShutdown {
  private readonly poster: Poster;

  constructor(@Inject(WEBHOOKS_SETTINGS) private readonly settings: WebhooksSettings) {
    const { allowPrivate, resolve } = settings;
    this.poster = new Poster(allowPrivate ? plainLookup : guardedLookup(resolve));
  }

  onApplicationShutdown(): void {
    this.poster.close();
  }

  async execute(companyId: CompanyId, message: ClaimedMessage, clock: Clock): Promise<Attempted> {
    const started = performance.now();
    const sent = await this.send(companyId, message, clock.now());
    const durationMs = Math.round(performance.now() - started);
    await failpoint('webhooks.sent');
    return { message, sent, at: clock.now(), durationMs };
  }

  private async send(companyId: CompanyId, message: ClaimedMessage, now: Instant): Promise<Sent> {
    // What was allowed when it was saved need not be allowed any more.
    if (!('url' in judgeTargetUrl(message.url, this.settings))) return BLOCKED;
    const endpoint = { ...message, id: message.endpointId };
    const secrets = liveSecrets(this.settings.keys, companyId, endpoint, now);
    const headers = signedHeaders(message, secrets, now);
    return this.poster.post({ url: message.url, headers, body: message.body });
  }
}
