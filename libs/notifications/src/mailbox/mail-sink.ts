import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { Mailbox } from './mailbox.js';

const LARGEST_MAIL = 30 * 1024 * 1024;
const LAST_WORDS_MS = 1000;

export interface SinkSettings {
  readonly port: number;
  readonly onError: (error: unknown) => void;
}

/**
 * A mail server for development: takes every e-mail, from this machine only, and brings it nowhere
 * but to the mailbox.
 */
export class MailSink {
  private readonly server: SMTPServer;

  constructor(
    private readonly mailbox: Mailbox,
    private readonly settings: SinkSettings,
  ) {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      size: LARGEST_MAIL,
      rejectOversized: true,
      closeTimeout: LAST_WORDS_MS,
      onData: (stream, _, done) => void this.take(stream, done),
    });
    this.server.on('error', settings.onError);
  }

  async start(): Promise<void> {
    const listener = this.server.listen(this.settings.port, '127.0.0.1');
    await once(listener, 'listening');
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
    });
  }

  private async take(
    stream: SMTPServerDataStream,
    done: (error: Error | null, answer?: string) => void,
  ): Promise<void> {
    try {
      const id = await this.mailbox.keep(await buffer(stream));
      done(null, `kept as ${id}`);
    } catch (error) {
      this.settings.onError(error);
      done(Object.assign(new Error('The mailbox cannot keep it'), { responseCode: 451 }));
    }
  }
}
