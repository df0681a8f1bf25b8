import { newId } from '@quittance/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StaffClient } from '../../support/test-api.js';
import { aPayment, captureOf, deliver, type Json, type Webhook } from './razorpay-events.js';
import { Seeded } from './seeded.js';

/** What a load is put on, and of whom. */
export interface Loaded {
  readonly staff: StaffClient;
  /** Any of these answers. */
  readonly hosts: () => readonly string[];
  readonly portal: string;
  readonly accountId: string;
  readonly invoiceIds: readonly string[];
  readonly seed: number;
}

/** What an answer of a host was; `broken` where there was none. */
type Answer = { readonly status: number; readonly body: Json } | null;

const CLIENTS = 6;
/** Longer than whatever a host waits for. */
const PATIENCE_MS = 90_000;
const LINE = { description: 'Work', quantity: '1', unitPrice: '1.00' };

/**
 * Clients that pay and write invoices and repeat each request under its key until it is answered,
 * as good clients do, and a provider that tells of captures until it is heard.
 */
export class RepeatedLoad {
  /** What was answered with success, by what was asked. */
  readonly done = { payment: 0, capture: 0, invoice: 0 };
  private readonly refused = new Map<string, number>();
  private readonly chance: Seeded;
  private isOver = false;
  private readonly clients: Promise<void>[];

  constructor(private readonly on: Loaded) {
    this.chance = new Seeded(on.seed);
    this.clients = Array.from({ length: CLIENTS }, () => this.client());
  }

  /** So many more requests have been answered with success. */
  async goesOn(more: number): Promise<void> {
    const from = this.count;
    const until = performance.now() + PATIENCE_MS;
    while (this.count < from + more) {
      if (performance.now() > until) throw new Error(`It stands still: ${this.told}`);
      await sleep(20);
    }
  }

  /** No new request is made; fulfilled when those that were made are answered. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  /** What else was answered: `503 database_unavailable`, or `0 broken` where nothing was. */
  get answers(): readonly string[] {
    return [...this.refused.keys()];
  }

  private get told(): string {
    return JSON.stringify({ done: this.done, refused: [...this.refused] });
  }

  private get count(): number {
    return this.done.payment + this.done.capture + this.done.invoice;
  }

  private async client(): Promise<void> {
    while (!this.isOver) {
      const what = this.chance.pick(['payment', 'payment', 'capture', 'invoice'] as const);
      const send = this[what]();
      const until = performance.now() + PATIENCE_MS;
      for (let answer = await send(); !isDone(answer); answer = await send()) {
        this.note(answer);
        if (performance.now() > until) throw new Error(`A ${what} is never answered: ${this.told}`);
        await sleep(50);
      }
      this.done[what] += 1;
    }
  }

  private note(answer: Answer): void {
    const { status, body } = answer ?? { status: 0, body: { code: 'broken' } };
    const name = `${status} ${String(body.code)}`;
    this.refused.set(name, (this.refused.get(name) ?? 0) + 1);
  }

  private payment(): () => Promise<Answer> {
    const id = this.chance.pick(this.on.invoiceIds);
    return this.request(`/invoices/${id}/payments`, { amount: '0.01', method: 'cash' });
  }

  private invoice(): () => Promise<Answer> {
    const { accountId } = this.on;
    return this.request('/invoices', { accountId, currency: 'EUR', lines: [LINE] });
  }

  private capture(): () => Promise<Answer> {
    const { companyId } = this.on.staff;
    const invoiceId = this.chance.pick(this.on.invoiceIds);
    const event: Webhook = captureOf(aPayment({ companyId, invoiceId, amount: 1 }));
    return () => deliver(this.on.portal, event);
  }

  private request(path: string, body: Json): () => Promise<Answer> {
    const key = newId();
    return async () => {
      const url = this.chance.pick(this.on.hosts());
      const headers = {
        authorization: `Bearer ${this.on.staff.token()}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      };
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const init = { method: 'POST', body: JSON.stringify(body), headers, signal };
      const answer = await fetch(`${url}${path}`, init).catch(brokenOff);
      return answer && { status: answer.status, body: (await answer.json()) as Json };
    };
  }
}

/** By name: the test's realm has another TypeError than the one fetch throws. */
function brokenOff(error: Error): null {
  if (error.name === 'TypeError') return null;
  throw error;
}

const isDone = (answer: Answer): boolean => answer !== null && answer.status < 300;
