import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Clock, Ctx } from '@quittance/kernel';
import { atWork, quarantineSeconds } from '@quittance/watchdog';
import { liveSecrets } from '../endpoints/endpoint.js';
import { guardedLookup, plainLookup } from '../targets/guarded-lookup.js';
import { Poster, type Post, type Sent } from '../targets/post.js';
import { judgeTargetUrl } from '../targets/target-url.js';
import { WEBHOOKS_SETTINGS, type WebhooksSettings } from '../webhooks.settings.js';
import type { ClaimedMessage } from './claim-messages.js';
import { signedHeaders } from './message.js';
import type { Attempted } from './store-outcomes.js';

const UNSENT = { statusCode: null, answer: '', retryAfter: null };
const BLOCKED: Sent = { ...UNSENT, error: 'blocked_address' };
const HELD: Sent = { ...UNSENT, error: 'work_quarantined' };

/** The kind of the work on a message. */
const MESSAGE = 'webhook-message';

/** The context of the work on a message. */
export function messageCtx(ctx: Ctx, { id }: Pick<ClaimedMessage, 'id'>): Ctx {
  return { ...ctx, unit: { kind: MESSAGE, id } };
}

/** What messages are sent with, the connections to their receivers among it. */
@Injectable()
export class MessagePost implements OnApplicationShutdown {
  private readonly poster: Poster;

  constructor(@Inject(WEBHOOKS_SETTINGS) readonly settings: WebhooksSettings) {
    const { allowPrivate, resolve } = settings;
    this.poster = new Poster(allowPrivate ? plainLookup : guardedLookup(resolve));
  }

  onApplicationShutdown(): void {
    this.poster.close();
  }

  post(post: Post): Promise<Sent> {
    return this.poster.post(post);
  }
}

/**
 * Sends one claimed message, with no transaction open; what became of it is the caller's to store.
 * The work is whatever the context says: of a worker the message, of a host the request.
 */
export async function sendMessage(
  ctx: Ctx,
  means: MessagePost,
  message: ClaimedMessage,
  clock: Clock,
): Promise<Attempted> {
  const started = performance.now();
  const sent = await send({ ...ctx, now: clock.now() }, means, message);
  const durationMs = Math.round(performance.now() - started);
  return { message, sent, at: clock.now(), durationMs };
}

async function send(ctx: Ctx, means: MessagePost, message: ClaimedMessage): Promise<Sent> {
  if (quarantineSeconds(ctx) > 0) return HELD;
  // Without the answer: a process that does one thing at a time does not wait for receivers.
  const post = await atWork(ctx, async () => prepare(ctx, means.settings, message));
  return post ? means.post(post) : BLOCKED;
}

function prepare(ctx: Ctx, settings: WebhooksSettings, message: ClaimedMessage): Post | null {
  // What was allowed when it was saved need not be allowed any more.
  if (!('url' in judgeTargetUrl(message.url, settings))) return null;
  const endpoint = { ...message, id: message.endpointId };
  const secrets = liveSecrets(settings.keys, ctx.companyId, endpoint, ctx.now);
  const headers = signedHeaders(message, secrets, ctx.now);
  return { url: message.url, headers, body: message.body };
}
