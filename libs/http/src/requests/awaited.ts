import type { IncomingMessage } from 'node:http';
import { malformedRequest } from '../http.errors.js';

/**
 * What throws once whoever sent a request has closed the connection. Nobody is told the refusal;
 * it lets an idempotency key go, so that the request may be sent again.
 */
export function awaitedBy({ socket }: Pick<IncomingMessage, 'socket'>): () => void {
  return () => {
    if (socket.destroyed) throw malformedRequest({ reason: 'The connection was closed.' });
  };
}
