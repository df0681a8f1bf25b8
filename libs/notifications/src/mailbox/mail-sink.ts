import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { SMTPServer, SMTPServerDataStream } from 'smtp-server';
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
  private server: SMTPServer | undefined;

  constructor(
    private readonly mailbox: Mailbox,
    private readonly settings: SinkSettings,
  ) {}

  async start(): Promise<void> {
    // Loaded here: only a machine of development has a mailbox of its own.
    const { SMTPServer } = await import('smtp-server');
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      size: LARGEST_MAIL,
      rejectOversized: true,
      closeTimeout: LAST_WORDS_MS,
      onData: (stream, _, done) => void this.take(stream, done),
    });
    this.server.on('error', this.settings.onError);
    const listener = this.server.listen(this.settings.port, '127.0.0.1');
    await once(listener, 'listening');
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      if (this.server) this.server.close(() => resolve());
      else resolve();
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
