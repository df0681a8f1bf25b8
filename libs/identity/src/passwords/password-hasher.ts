import { Injectable, Optional, type OnModuleInit } from '@nestjs/common';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import type { CompanyId, DomainError } from '@quittance/kernel';
import { DeviceSeals } from '../devices/device-seals.js';
import { DEVICE_MARK } from '../devices/device-token.js';
import { signInBusy } from '../identity.errors.js';
import { HASHES_AT_ONCE, HashThreads } from './hash-threads.js';
import { normalPassword } from './password.js';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. About 25 ms. */
const COST = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/**
 * How many of each line wait when every slot hashes; the next is refused rather than left hanging.
 */
const QUEUE = 50;
/**
 * While strangers are turned away a slot rests 24 times as long as it has worked: what a password
 * costs beside its hash, and the hash itself, then leave most of the slot to who is signed in, and
 * fewer than one in twenty of their requests meet a hash.
 */
const REST_OF_WORK = 24;
const MOST_REST_MS = 600;
/** Of those who are known, how many wait of one account, and of one company. */
const OF_ACCOUNT = 2;
const OF_COMPANY = 10;

/**
 * Who has proved to be somebody: by a session, a link that was sent or a device that has signed in
 * before.
 */
export interface KnownAsker {
  readonly companyId: CompanyId;
  /** Whose password it is: of a user of staff or a credential of a portal. */
  readonly userId: string;
}

/**
 * A place among the strangers, kept from before anything is asked about somebody until they have
 * no more passwords to compare.
 */
export interface KeptPlace {
  leave(): void;
}

/** Whose password is hashed; null for a stranger who has kept no place. */
export type Asker = KnownAsker | KeptPlace | null;

/** Made once: a storm is refused by nothing else. */
const BUSY = signInBusy({}, { retryAfter: 2, turnedAway: true });

/** Whether the database is to say who brings it; another text is nobody's for sure. */
const mayBeKnown = (deviceToken: string | null): boolean =>
  deviceToken?.startsWith(DEVICE_MARK) ?? false;

const isKept = (asker: Asker): asker is KeptPlace => asker !== null && 'leave' in asker;

interface Waiting {
  readonly asker: KnownAsker;
  go(): void;
}

/**
 * Hashes and checks passwords, one core left free and never more than 50 waiting,
 * so that a storm of sign-ins cannot starve the other requests of the process. Who
 * is known waits in a line of their own, which goes first: guesses of strangers,
 * however many, turn them away no more than they lock them out. What one account
 * or company asks beyond its few places there waits with the strangers.
 */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private running = 0;
  /** Slots that rest; they count as running. */
  private readonly resting = new Set<NodeJS.Timeout>();
  private readonly known: Waiting[] = [];
  private readonly strangers: (() => void)[] = [];
  /** Places of strangers who are neither in the line nor in a slot. */
  private kept = 0;
  /** Since when those have a slot who were looked up in it and come to their first comparison. */
  private readonly lookedUp = new Map<KeptPlace, number>();
  private dummy: Promise<string> | undefined;

  /**
   * @param threads of a host; programs that hash once do it in the threads of Node.js.
   * @param seals of a host; who hashes without them takes no device token for one given out.
   */
  constructor(
    @Optional() private readonly threads?: HashThreads,
    @Optional() private readonly seals?: DeviceSeals,
  ) {}

  /** The first unknown e-mail must not be the one that waits for the dummy to be made. */
  async onModuleInit(): Promise<void> {
    await this.dummyHash();
  }

  /** For whoever may set the password. @throws DomainError sign_in_busy */
  hash(password: string, asker: Asker): Promise<string> {
    return this.turn(asker, () => {
      const normal = normalPassword(password);
      return this.threads?.hash(normal, COST) ?? hash(normal, COST);
    });
  }

  /**
   * Whether the password belongs to the hash. Without a hash the same work is done on a dummy and
   * the answer is no.
   * @throws DomainError sign_in_busy
   */
  async matches(stored: string | null, password: string, asker: Asker): Promise<boolean> {
    const against = stored ?? (await this.dummyHash());
    const same = await this.turn(asker, () => {
      const normal = normalPassword(password);
      return this.threads?.verify(against, normal) ?? verify(against, normal);
    });
    return same && stored !== null;
  }

  /** What a stranger is told while there is no place for them; undefined while there is one. */
  get refusal(): DomainError | undefined {
    const free = QUEUE + HASHES_AT_ONCE - this.running;
    return this.strangers.length + this.kept >= free ? BUSY : undefined;
  }

  /**
   * Keeps a place for whoever asks, before anything is asked about them: all who come while one is
   * looked up would else be looked up for nothing. Without a place a stranger is turned away, and
   * who brings what may be the token of a known device goes on without: they have places of their
   * own. @throws DomainError sign_in_busy
   */
  keepPlace(deviceToken: string | null): KeptPlace | null {
    const { refusal } = this;
    if (!refusal) return this.newPlace();
    if (mayBeKnown(deviceToken)) return null;
    throw refusal;
  }

  /**
   * Looks somebody up. Who brings no device token that the host has sealed waits for a slot before
   * it and keeps it for the first comparison: so many who come at once, with tokens that anybody
   * can make up or none, are looked up one by one, as their passwords are hashed, and not all
   * together beside those who are signed in.
   */
  async lookUp<T>(
    place: KeptPlace | null,
    deviceToken: string | null,
    find: () => Promise<T>,
  ): Promise<T> {
    if (place && !this.isGivenOut(deviceToken)) {
      this.lookedUp.set(place, await this.takeSlot(place));
    }
    return find();
  }

  private isGivenOut(deviceToken: string | null): boolean {
    return deviceToken !== null && this.seals?.isSealed(deviceToken) === true;
  }

  private newPlace(): KeptPlace {
    let isLeft = false;
    this.kept += 1;
    const place: KeptPlace = {
      leave: () => {
        if (isLeft) return;
        isLeft = true;
        const began = this.lookedUp.get(place);
        if (began === undefined) this.kept -= 1;
        else this.giveBack(place, began);
      },
    };
    return place;
  }

  /** Made once per process, with the cost of today. */
  private dummyHash(): Promise<string> {
    this.dummy ??= hash(randomBytes(32), COST);
    return this.dummy;
  }

  private async turn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    const place = isKept(asker) ? asker : null;
    const kept = place ? this.lookedUp.get(place) : undefined;
    const began = kept ?? (await this.takeSlot(asker));
    try {
      return await work();
    } finally {
      this.giveBack(asker, began);
      if (place) this.kept += 1;
    }
  }

  /** Answers when it was taken. In the line and in a slot a place is counted there. */
  private async takeSlot(asker: Asker): Promise<number> {
    if (isKept(asker)) this.kept -= 1;
    if (this.running < HASHES_AT_ONCE) this.running += 1;
    else if (!this.wakes(asker)) await this.place(asker);
    return performance.now();
  }

  private giveBack(asker: Asker, began: number): void {
    if (isKept(asker)) this.lookedUp.delete(asker);
    const rest = Math.min(REST_OF_WORK * (performance.now() - began), MOST_REST_MS);
    if (this.restsBehind(asker)) this.rest(rest);
    else this.handOn();
  }

  /** A finished turn hands its slot to the longest waiting one, to who is known first. */
  private handOn(): void {
    const next = this.known.shift()?.go ?? this.strangers.shift();
    if (next) next();
    else this.running -= 1;
  }

  /** Behind a stranger, where others are turned away; whoever is known never waits for it. */
  private restsBehind(asker: Asker): boolean {
    if (this.known.length > 0 || this.strangers.length === 0) return false;
    return (asker === null || isKept(asker)) && this.refusal !== undefined;
  }

  private rest(milliseconds: number): void {
    const timer = setTimeout(() => {
      this.resting.delete(timer);
      this.handOn();
    }, milliseconds);
    this.resting.add(timer);
  }

  /** Whether somebody who is known takes a slot that rests. */
  private wakes(asker: Asker): boolean {
    const [timer] = this.resting;
    if (!timer || !asker || isKept(asker)) return false;
    clearTimeout(timer);
    return this.resting.delete(timer);
  }

  /** Waits in the line that the asker belongs to. @throws DomainError sign_in_busy */
  private place(asker: Asker): Promise<void> {
    if (asker && !isKept(asker) && this.hasPlace(asker)) {
      return new Promise((go) => this.known.push({ asker, go }));
    }
    if (!isKept(asker) && this.strangers.length + this.kept >= QUEUE) throw BUSY;
    return new Promise((go) => this.strangers.push(go));
  }

  private hasPlace({ companyId, userId }: KnownAsker): boolean {
    const ofCompany = this.known.filter(({ asker }) => asker.companyId === companyId);
    const ofAccount = ofCompany.filter(({ asker }) => asker.userId === userId);
    return (
      this.known.length < QUEUE && ofCompany.length < OF_COMPANY && ofAccount.length < OF_ACCOUNT
    );
  }
}
