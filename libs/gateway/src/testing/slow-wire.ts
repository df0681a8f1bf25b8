import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** A wire to the database that is slow on the way back, so that round trips can be told apart. */
export interface SlowWire {
  readonly url: string;
  /** How often the database was asked and waited for since the last `reset`. */
  readonly roundTrips: number;
  reset(): void;
  close(): Promise<void>;
}

const DELAY_MS = 15;

/** Listens on 127.0.0.1 and passes everything on to the database of the URL. */
export async function slowWire(databaseUrl: string): Promise<SlowWire> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let roundTrips = 0;
  const server: Server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    // What is sent while an answer is on its way belongs to the same round trip.
    let answered = true;
    client.on('data', (bytes) => {
      if (answered) roundTrips += 1;
      answered = false;
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      setTimeout(() => {
        answered = true;
        client.write(bytes);
      }, DELAY_MS);
    });
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    get roundTrips() {
      return roundTrips;
    },
    reset: () => {
      roundTrips = 0;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
