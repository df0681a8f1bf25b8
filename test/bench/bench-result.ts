/** One measured figure beside the limit it is judged by. */
export interface BenchResult {
  /** What was measured: `get an invoice by id`. */
  readonly measure: string;
  /** Units of `unit`, ours. */
  readonly rate: number;
  /** The same work by the least software that can do it, in the same run on the same machine. */
  readonly limit: number;
  /** rate ÷ limit, or the processor time of the limit ÷ ours where that is told. */
  readonly ratio: number;
  /** The ratio that is to be reached; 0 when the figure is only told. */
  readonly target: number;
  readonly unit: string;
  /** The most memory the measured process held, in MiB. */
  readonly peakMemoryMb: number;
  /** What it may hold at most, in MiB. */
  readonly peakMemoryTargetMb?: number;
  /** Milliseconds of a processor that a unit cost the measured process, and mostly its database. */
  readonly processorMs?: number;
  /** The same of the least software. */
  readonly limitProcessorMs?: number;
  /** Milliseconds within which half of the answers were there. */
  readonly p50Ms?: number;
  /** Milliseconds within which 95 of 100 answers were there. */
  readonly p95Ms?: number;
  /** The milliseconds that they may take at most. */
  readonly p95TargetMs?: number;
  /** Milliseconds within which 99 of 100 answers were there. */
  readonly p99Ms?: number;
  /** The milliseconds that they may take at most. */
  readonly p99TargetMs?: number;
}

/** What can be aimed at. */
export type Aim = 'ratio' | 'p95' | 'p99' | 'memory';

/** Whatever a result aimed at and missed. */
export function missedBy(result: BenchResult): Aim[] {
  const { ratio, target, peakMemoryMb, peakMemoryTargetMb } = result;
  const { p95Ms, p95TargetMs, p99Ms, p99TargetMs } = result;
  const missed: Aim[] = [];
  if (ratio < target) missed.push('ratio');
  if (isAbove(p95Ms, p95TargetMs)) missed.push('p95');
  if (isAbove(p99Ms, p99TargetMs)) missed.push('p99');
  if (isAbove(peakMemoryMb, peakMemoryTargetMb)) missed.push('memory');
  return missed;
}

/** Whether anything was aimed at. */
export function hasAim(result: BenchResult): boolean {
  const { target, p95TargetMs, p99TargetMs, peakMemoryTargetMb } = result;
  return target > 0 || [p95TargetMs, p99TargetMs, peakMemoryTargetMb].some((aim) => aim);
}

function isAbove(value: number | undefined, most: number | undefined): boolean {
  return value !== undefined && most !== undefined && value > most;
}

export interface BenchOptions {
  /** Also the sizes that take minutes. */
  readonly full: boolean;
}

/** A benchmark that `npm run bench -- <name>` runs. */
export interface Bench {
  readonly name: string;
  run(options: BenchOptions): Promise<readonly BenchResult[]>;
}
