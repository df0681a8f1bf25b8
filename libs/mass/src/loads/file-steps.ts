import { databaseBusy, databaseUnavailable, type Tx } from '@quittance/database';
import { DomainError, type Ctx } from '@quittance/kernel';
import { partlySaved } from '../mass.errors.js';

/** A step as it is kept: what is told of its rows, and their last line. */
type Kept<Told> = Told & { readonly line: number };

interface Line {
  readonly line: number;
}

const WITH_KEY = 'Send it again with the same Idempotency-Key: it goes on behind what was saved.';
const WITHOUT_KEY = 'What was saved stays: send only the rows behind it.';

/**
 * How far a file that is saved batch by batch has got. Where its request has a key each batch is
 * kept as a step of it, in the transaction that saves it: however the request breaks off, the same
 * one goes on behind its last step.
 */
export class FileSteps<Told extends object> {
  /** The same telling for work that is no file of rows. */
  static readonly part = tellingPart;

  private rows = 0;
  private saved = 0;
  private tried = 0;

  constructor(private readonly ctx: Pick<Ctx, 'steps'>) {}

  /**
   * What the same request has saved before, the first first.
   * @param shortened what may be told where the rights of its caller were others then
   */
  async before(shortened: (told: Told) => Told): Promise<Told[]> {
    const kept = (await this.ctx.steps?.kept()) ?? [];
    const last = kept.at(-1);
    if (last) {
      this.rows = last.at;
      this.saved = this.tried = (last.told as Line).line;
    }
    return kept.map(({ told, isTheirs }) => {
      const { line: _, ...rest } = told as Kept<Told>;
      const step = rest as unknown as Told;
      return isTheirs ? step : shortened(step);
    });
  }

  /** The rows that are yet to be saved: a file that is read once more has the same. */
  async *behind<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    const { rows: before } = this;
    let read = 0;
    for await (const row of rows) {
      read += 1;
      if (read > before) yield row;
    }
  }

  /** Saves a batch in the transaction that `write` opens for it; answers what is told of it. */
  async save(
    batch: readonly Line[],
    write: (keep: (tx: Tx, told: Told) => Promise<Told>) => Promise<Told>,
  ): Promise<Told> {
    const at = this.rows + batch.length;
    this.tried = batch.at(-1)?.line ?? this.tried;
    const { tried: line } = this;
    const told = await write(async (tx, step) => {
      await this.ctx.steps?.keep(tx, { at, told: { ...step, line } });
      return step;
    });
    this.rows = at;
    this.saved = line;
    return told;
  }

  /**
   * Tells of a database that was lost on the way what was saved before.
   * @throws DomainError partly_saved, and what the work throws
   */
  telling<T>(work: () => Promise<T>): Promise<T> {
    return tellingPart(work, () => {
      const { saved, tried } = this;
      if (saved === 0) return undefined;
      const done = `The file was worked through up to line ${saved}; of the rows behind line`;
      const next = this.ctx.steps ? WITH_KEY : WITHOUT_KEY;
      return { done: `${done} ${tried} none was saved.`, next };
    });
  }
}

/** What was saved of work before the database was lost, and what to do about the rest. */
interface SavedPart {
  readonly done: string;
  readonly next: string;
}

/**
 * Work that is saved part by part: that nothing was changed is no longer true of it once the first
 * part is saved.
 * @param part undefined as long as none is
 * @throws DomainError partly_saved where the database is lost behind that, and what the work throws
 */
export async function tellingPart<T>(
  work: () => Promise<T>,
  part: () => SavedPart | undefined,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const saved = part();
    if (!saved || !(error instanceof DomainError)) throw error;
    const isBusy = error.code === databaseBusy.code;
    if (!isBusy && error.code !== databaseUnavailable.code) throw error;
    const reason = isBusy ? 'Other requests hold the same records.' : String(error.params.reason);
    const { retryAfter = 1 } = error.options;
    throw partlySaved({ reason, ...saved }, { retryAfter, cause: error.cause });
  }
}
