import type { Client } from 'pg';
import type { BenchResult } from '../bench-result.js';
import type { ChildServer } from './child-server.js';
import { databaseMs } from './database-time.js';
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
  /** Asked which processes of the database serve both. */
  readonly owner: Client;
}

/**
 * How many requests a host of ours answers, beside a bare one on the same rows. What is compared is
 * the processor time that an answer takes of host and database together, which is what bounds the
 * rate of a machine that does nothing else; the rates themselves also tell what else it was doing
 * meanwhile. Where the kernel does not tell of processor time, the rates are compared.
 */
export async function besideBare(
  { measure, target, expect, next }: HostCase,
  { ours, bare, authorization, owner }: Hosts,
): Promise<BenchResult> {
  const load = async (server: ChildServer, seconds: number): Promise<Spent> => {
    const [host, database] = [server.processorMs(), await databaseMs(owner)];
    const { answers, seconds: took } = await httpLoad({
      port: server.port,
      headers: { authorization },
      connections: CONNECTIONS,
      seconds,
      next,
      expect,
    });
    const spent = (await databaseMs(owner)) - database;
    return { answers, seconds: took, host: server.processorMs() - host, database: spent };
  };
  const sums = { ours: nothing(), bare: nothing() };
  await load(ours, WARM_UP_SECONDS);
  await load(bare, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    add(sums.bare, await load(bare, ROUND_SECONDS));
    add(sums.ours, await load(ours, ROUND_SECONDS));
  }
  const [own, least] = [perAnswer(sums.ours), perAnswer(sums.bare)];
  const rate = sums.ours.answers / sums.ours.seconds;
  const limit = sums.bare.answers / sums.bare.seconds;
  return {
    measure,
    rate: Math.round(rate),
    limit: Math.round(limit),
    ratio: Math.round((own > 0 && least > 0 ? least / own : rate / limit) * 100) / 100,
    target,
    unit: 'requests/s',
    processorMs: rounded(own),
    limitProcessorMs: rounded(least),
    peakMemoryMb: ours.peakMemoryMb(),
  };
}

/** What answers have taken, in milliseconds of a processor. */
interface Spent {
  answers: number;
  seconds: number;
  host: number;
  database: number;
}

const nothing = (): Spent => ({ answers: 0, seconds: 0, host: 0, database: 0 });

function add(sum: Spent, { answers, seconds, host, database }: Spent): void {
  sum.answers += answers;
  sum.seconds += seconds;
  sum.host += host;
  sum.database += database;
}

/** 0 where it is not known of both. */
function perAnswer({ answers, host, database }: Spent): number {
  return host > 0 && database > 0 ? (host + database) / answers : 0;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
