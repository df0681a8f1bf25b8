/** One measured figure beside the limit it is judged by. */
export interface BenchResult {
  /** What was measured: `get an invoice by id`. */
  readonly measure: string;
  /** Units of `unit`, ours. */
  readonly rate: number;
  /** The same work by the least software that can do it, in the same run on the same machine. */
  readonly limit: number;
  /** rate ÷ limit. */
  readonly ratio: number;
  /** The ratio that is to be reached. */
  readonly target: number;
  readonly unit: string;
  /** The most memory the measured process held, in MiB. */
  readonly peakMemoryMb: number;
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
