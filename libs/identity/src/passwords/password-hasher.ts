import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { signInBusy } from '../identity.errors.js';
import { normalPassword } from './password.js';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. About 25 ms. */
const COST = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** How many of each kind wait when every slot hashes; the next is refused rather than left hanging. */
const QUEUE = 50;

/**
 * Who asks for a turn: whoever has proved to be somebody, by a session, a link that was sent or a device
 * that has signed in before, or nobody that is known.
 */
export type Asker = 'known' | 'stranger';

/**
 * Hashes and checks passwords, one core left free and never more than 50 waiting, so that a storm of
 * sign-ins cannot starve the other requests of the process. Who is known waits in a line of their own,
 * which goes first: guesses of strangers, however many, turn them away no more than they lock them out.
 */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly slots = Math.max(1, availableParallelism() - 1);
  private running = 0;
  private readonly waiting: Readonly<Record<Asker, (() => void)[]>> = { known: [], stranger: [] };
  private dummy: Promise<string> | undefined;

  /** The first unknown e-mail must not be the one that waits for the dummy to be made. */
  async onModuleInit(): Promise<void> {
    await this.dummyHash();
  }

  /** For whoever may set the password. @throws DomainError sign_in_busy */
  hash(password: string): Promise<string> {
    return this.turn('known', () => hash(normalPassword(password), COST));
  }

  /**
   * Whether the password belongs to the hash. Without a hash the same work is done on a dummy and
   * the answer is no.
   * @throws DomainError sign_in_busy
   */
  async matches(stored: string | null, password: string, asker: Asker): Promise<boolean> {
    const against = stored ?? (await this.dummyHash());
    const same = await this.turn(asker, () => verify(against, normalPassword(password)));
    return same && stored !== null;
  }

  /** Made once per process, with the cost of today. */
  private dummyHash(): Promise<string> {
    this.dummy ??= hash(randomBytes(32), COST);
    return this.dummy;
  }

  private async turn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    if (this.running >= this.slots) {
      const line = this.waiting[asker];
      if (line.length >= QUEUE) throw signInBusy({}, { retryAfter: 2, turnedAway: true });
      await new Promise<void>((go) => line.push(go));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      // A finished turn hands its slot to the longest waiting one, of those who are known if any is.
      const next = this.waiting.known.shift() ?? this.waiting.stranger.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
