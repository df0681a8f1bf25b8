import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a test's mail server does with the next e-mail. */
export type ServerMood =
  | { readonly kind: 'accept' }
  | { readonly kind: 'refuse'; readonly at: 'recipient' | 'message'; readonly code: number }
  /** Hangs up: in the middle of the conversation, or with the e-mail stored and no answer given. */
  | { readonly kind: 'hang-up'; readonly at: 'recipient' | 'stored' };

/** A real SMTP server that keeps what it is given and fails as it is told. */
export interface MailServer {
  readonly url: string;
  /** Everything it has taken, in order, doubles included. */
  readonly mails: readonly Email[];
  /** Its moods for the coming e-mails; afterwards it accepts. */
  next(...moods: ServerMood[]): void;
  /** Fulfilled when nobody is connected: whatever was on its way has come, or never will. */
  quiet(): Promise<void>;
  /** Stops listening, or listens again on the same port. */
  close(): Promise<void>;
}

/** Starts one on the loopback address. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const moods: ServerMood[] = [];
  const mails: Email[] = [];
  const sockets = new Map<number, Socket>();
  let underWay = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo(_, session, done) {
      const [mood] = moods;
      if (mood?.kind === 'accept' || mood === undefined || mood.at !== 'recipient') return done();
      moods.shift();
      if (mood.kind === 'hang-up') return hangUp(sockets, session);
      return done(refusal(mood.code));
    },
    onData(stream, session, done) {
      underWay += 1;
      void takeOrRefuse(stream, session, done);
    },
  });
  const take = async (
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    done: (error: Error | null, answer?: string) => void,
  ): Promise<void> => {
    const mood = moods.shift();
    const mail = await PostalMime.parse(await buffer(stream));
    if (mood?.kind === 'refuse') return done(refusal(mood.code));
    mails.push(mail);
    if (mood?.kind === 'hang-up') return hangUp(sockets, session);
    return done(null, 'stored');
  };
  // A sender that is killed in the middle of its e-mail has sent none.
  const takeOrRefuse: typeof take = async (stream, session, done) => {
    try {
      await take(stream, session, done);
    } catch (error) {
      done(error as Error);
    } finally {
      underWay -= 1;
    }
  };
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    if (socket.remotePort !== undefined) sockets.set(socket.remotePort, socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    mails,
    quiet: async () => {
      while (server.connections.size > 0 || underWay > 0) await sleep(10);
    },
    next: (...coming) => void moods.push(...coming),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function hangUp(sockets: ReadonlyMap<number, Socket>, session: SMTPServerSession): void {
  sockets.get(session.remotePort)?.destroy();
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('Not with us'), { responseCode });
}
