import type { RecordId } from '@quittance/metadata';
import { DomainError } from '@quittance/kernel';
import { importFileNotReadable } from '../mass.errors.js';
import type { RecordProblem } from '../record-problem.js';

/** How one row of a file fared. */
export interface ImportResult {
  /** As a spreadsheet counts: the header is line 1. */
  readonly line: number;
  readonly status: 'created' | 'updated' | 'unchanged' | 'failed';
  /** Absent where there is no record, and of one that a dry run would make. */
  readonly id?: RecordId;
  readonly problem?: RecordProblem;
}

/** What an import did, or with `dryRun` would do. */
export interface ImportSummary {
  readonly dryRun: boolean;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  /** Whether there are more results than are listed. */
  readonly resultsTruncated: boolean;
  readonly results: readonly ImportResult[];
  /** Columns of the file that the system sets, and that were passed over. */
  readonly ignoredColumns?: readonly string[];
}

/** What rows of a file came to, as far as the answer tells it. */
export interface ImportStep {
  readonly counts: Readonly<Record<ImportResult['status'], number>>;
  readonly results: readonly ImportResult[];
}

/** Of rows that went well, and again of those that were refused: a file has any number of rows. */
export const MOST_RESULTS = 10_000;

const BEFORE = 'Of the rows before it some have been imported.';

const STATUSES = ['created', 'updated', 'unchanged', 'failed'] as const;
const none = () => ({ created: 0, updated: 0, unchanged: 0, failed: 0 });

/** Counts an import batch by batch in bounded memory. */
export class ImportTally {
  private readonly counts = none();
  private readonly good: ImportResult[] = [];
  private readonly bad: ImportResult[] = [];

  constructor(private readonly dryRun: boolean) {}

  add(results: readonly ImportResult[]): void {
    this.take(this.step(results));
  }

  /** What the answer tells of more rows, whose transaction is yet to commit. */
  step(results: readonly ImportResult[]): ImportStep {
    const counts = none();
    const room = { bad: MOST_RESULTS - this.bad.length, good: MOST_RESULTS - this.good.length };
    const told = results.filter(({ status }) => {
      counts[status] += 1;
      return (room[status === 'failed' ? 'bad' : 'good'] -= 1) >= 0;
    });
    return { counts, results: told };
  }

  /** Adds rows that are saved. */
  take({ counts, results }: ImportStep): void {
    for (const status of STATUSES) this.counts[status] += counts[status];
    for (const result of results) {
      (result.status === 'failed' ? this.bad : this.good).push(result);
    }
  }

  /** The rows of a file; where it cannot be read on, what was written of it is told. */
  read<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    const { counts, dryRun } = this;
    return ImportTally.read(rows, () => !dryRun && counts.created + counts.updated > 0);
  }

  /** The same of what is counted otherwise. */
  static async *read<Row>(
    rows: AsyncIterable<Row>,
    hasWritten: () => boolean,
  ): AsyncGenerator<Row> {
    try {
      yield* rows;
    } catch (error) {
      const isUnread = error instanceof DomainError && error.code === importFileNotReadable.code;
      if (!isUnread || !hasWritten()) throw error;
      const reason = `${String(error.params.reason)} ${BEFORE}`;
      throw importFileNotReadable({ reason }, { cause: error });
    }
  }

  summary(ignored?: ReadonlySet<string>): ImportSummary {
    const { created, updated, unchanged, failed } = this.counts;
    const rows = created + updated + unchanged + failed;
    const results = [...this.good, ...this.bad].sort((a, b) => a.line - b.line);
    const resultsTruncated = results.length < rows;
    const counts = { dryRun: this.dryRun, rows, ...this.counts, resultsTruncated, results };
    return ignored?.size ? { ...counts, ignoredColumns: [...ignored] } : counts;
  }
}

/** An id where a refusal names a record: `(…)`, or its address behind `at`. */
const NAMED = /(?: at \S*\/)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const ID_LENGTH = 36;

/**
 * What rows of a dry run came to. A record that was not made has no id, whichever rows are about
 * it: where a refusal names one, it tells the row of the file. Pure.
 */
export function withoutNewIds(results: readonly ImportResult[]): readonly ImportResult[] {
  const made = new Map<string | undefined, number>();
  for (const { id, line, status } of results) if (status === 'created') made.set(id, line);
  if (made.size === 0) return results;
  const told = (text: string) =>
    text.replace(NAMED, (named) => {
      const line = made.get(named.slice(-ID_LENGTH));
      if (line === undefined) return named;
      return named.length > ID_LENGTH ? `, line ${line} of the file` : `line ${line}`;
    });
  return results.map(({ id, problem, ...rest }) => ({
    ...rest,
    ...(id !== undefined && !made.has(id) && { id }),
    ...(problem && {
      problem: {
        ...problem,
        detail: told(problem.detail),
        errors: problem.errors.map((error) => ({ ...error, message: told(error.message) })),
      },
    }),
  }));
}
