import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { bearerOf } from '../requests/request-origin.js';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Whether a request may see the figures: by the token or, where there is none, from this machine.
 */
export function mayScrape(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  metricsToken: string | null,
): boolean {
  if (metricsToken === null) {
    // What a proxy on this machine passes on comes from elsewhere.
    const direct = !('x-forwarded-for' in headers) && !('forwarded' in headers);
    return direct && LOOPBACK.test(socket.remoteAddress ?? '');
  }
  const bearer = bearerOf(headers.authorization);
  return bearer !== undefined && same(bearer, metricsToken);
}

function same(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left as Buffer, right as Buffer);
}
