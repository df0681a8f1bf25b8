import { Injectable } from '@nestjs/common';
import { billingRunFigures } from '@quittance/billing/host';
import { Database } from '@quittance/database';
import { dunningRunFigures } from '@quittance/dunning/host';
import { unappliedFigures } from '@quittance/gateway/host';
import { Metrics } from '@quittance/http/host';
import { epochMs, instantFromEpochMs, systemClock } from '@quittance/kernel';
import { Gauge } from 'prom-client';

/** How long an answer is good for: runs are rare, and several may scrape. */
const KEPT_MS = 15_000;
const DAY_MS = 86_400_000;

interface Figures {
  readonly runs: readonly {
    readonly work: 'billing' | 'dunning';
    readonly kind: string;
    readonly runs: number;
    readonly seconds: number;
  }[];
  readonly unapplied: { readonly receipts: number; readonly seconds: number };
}

/** Tells how the runs of the last day went, and of money that waits for a person. */
@Injectable()
export class WatchRuns {
  private known: { readonly at: number; readonly found: Promise<Figures> } | null = null;

  constructor(
    private readonly db: Database,
    { registry }: Metrics,
  ) {
    const gauge = (
      name: string,
      help: string,
      labelNames: string[],
      show: (gauge: Gauge, all: Figures) => void,
    ) => {
      const found = () => this.recent();
      return new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          this.reset();
          // Without a database the other figures are still worth having.
          const all = await found().catch(() => null);
          if (all) show(this, all);
        },
      });
    };
    gauge(
      'runs_of_a_day',
      'Runs of the last day, by what became of them',
      ['work', 'state'],
      (g, { runs }) => {
        for (const { work, kind, runs: count } of runs) g.set({ work, state: kind }, count);
      },
    );
    gauge(
      'run_seconds',
      'Seconds of the longest run of the last day',
      ['work', 'state'],
      (g, { runs }) => {
        for (const { work, kind, seconds } of runs) {
          if (kind !== 'failed') g.set({ work, state: kind }, seconds);
        }
      },
    );
    gauge(
      'unapplied_receipts',
      'Money that came and that nobody has done anything with',
      [],
      (g, all) => g.set(all.unapplied.receipts),
    );
    gauge('unapplied_receipt_seconds', 'Seconds that the oldest of it has waited', [], (g, all) =>
      g.set(all.unapplied.seconds),
    );
  }

  private recent(): Promise<Figures> {
    const now = performance.now();
    if (!this.known || now - this.known.at > KEPT_MS) this.known = { at: now, found: this.read() };
    return this.known.found;
  }

  private async read(): Promise<Figures> {
    const now = systemClock.now();
    const since = instantFromEpochMs(epochMs(now) - DAY_MS);
    const [billing, dunning, unapplied] = await Promise.all([
      billingRunFigures(this.db, since, now),
      dunningRunFigures(this.db, since, now),
      unappliedFigures(this.db, now),
    ]);
    return {
      runs: [
        ...billing.map((each) => ({ work: 'billing' as const, ...each })),
        ...dunning.map((each) => ({ work: 'dunning' as const, ...each })),
      ],
      unapplied,
    };
  }
}
