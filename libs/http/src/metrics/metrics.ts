import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Readiness } from '../health/readiness.js';

export const METRICS_MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Counts of the process for Prometheus. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly durations: Histogram;
  private readonly series = new Map<string, { observe(seconds: number): void }>();

  constructor(readiness: Readiness) {
    const { registry } = this;
    collectDefaultMetrics({ register: registry });
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of requests by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [registry],
    });
    new Gauge({
      name: 'outbox_lag_seconds',
      help: 'Seconds that the oldest event has been waiting',
      registers: [registry],
      async collect() {
        // Without a database the other figures are still worth having.
        this.set(await readiness.lagSeconds().catch(() => Number.NaN));
      },
    });
  }

  /** A figure that somebody else keeps, read whenever the counts are asked for. */
  follow(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** Series are looked up once: labels are hashed anew by the library on every observation. */
  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`;
    let series = this.series.get(key);
    if (!series) {
      series = this.durations.labels(method, route, String(status));
      this.series.set(key, series);
    }
    series.observe(seconds);
  }
}
