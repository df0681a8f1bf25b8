import type { BenchResult } from '../bench-result.js';
import type { ChildServer } from './child-server.js';
import { httpLoad, type LoadRequest } from './http-load.js';

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
/** Ours and the limit take turns, so that what else the machine does falls on both. */
const ROUNDS = 3;
const ROUND_SECONDS = 4;

/** What both hosts are asked. */
export interface HostCase {
  readonly measure: string;
  readonly target: number;
  readonly expect: number;
  next(): LoadRequest;
}

export interface Hosts {
  readonly ours: ChildServer;
  /** The least software that answers the same. */
  readonly bare: ChildServer;
  readonly authorization: string;
}

/** How many requests a host of ours answers, beside a bare one on the same rows. */
export async function besideBare(
  { measure, target, expect, next }: HostCase,
  { ours, bare, authorization }: Hosts,
): Promise<BenchResult> {
  const load = (server: ChildServer, seconds: number) =>
    httpLoad({
      port: server.port,
      headers: { authorization },
      connections: CONNECTIONS,
      seconds,
      next,
      expect,
    });
  const sums = { ours: 0, bare: 0, oursSeconds: 0, bareSeconds: 0 };
  await load(ours, WARM_UP_SECONDS);
  await load(bare, WARM_UP_SECONDS);
  const [oursBefore, bareBefore] = [ours.processorMs(), bare.processorMs()];
  for (let round = 0; round < ROUNDS; round += 1) {
    const limit = await load(bare, ROUND_SECONDS);
    const own = await load(ours, ROUND_SECONDS);
    sums.ours += own.answers;
    sums.oursSeconds += own.seconds;
    sums.bare += limit.answers;
    sums.bareSeconds += limit.seconds;
  }
  const rate = sums.ours / sums.oursSeconds;
  const limit = sums.bare / sums.bareSeconds;
  return {
    measure,
    rate: Math.round(rate),
    limit: Math.round(limit),
    ratio: Math.round((rate / limit) * 100) / 100,
    target,
    unit: 'requests/s',
    processorMs: rounded((ours.processorMs() - oursBefore) / sums.ours),
    limitProcessorMs: rounded((bare.processorMs() - bareBefore) / sums.bare),
    peakMemoryMb: ours.peakMemoryMb(),
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
