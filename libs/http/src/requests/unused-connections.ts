import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/**
 * Closes, when the host stops, the connections on which nothing was ever sent: browsers open them
 * ahead of need. Node closes those between two requests, and waits for these until their headers
 * are late, a minute in which a host that is told to stop would stand.
 */
export function closeUnusedConnections(server: FastifyInstance): void {
  const unused = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.server.on('request', ({ socket }: { readonly socket: Socket }) => {
    unused.delete(socket);
  });
  server.addHook('preClose', (done) => {
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}
