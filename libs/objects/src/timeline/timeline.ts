import { isInstantText } from '@quittance/lists';
import { isUuid, type Actor, type Instant } from '@quittance/kernel';

/** One thing that happened to a record, or was said about it. */
export interface TimelineEntry {
  readonly id: string;
  /** Which source it is from: `audit`, `activity`, `email` … */
  readonly kind: string;
  readonly at: Instant;
  /** What happened, in a few words: `lead.updated`, the subject of an e-mail. */
  readonly title: string;
  /** Who did it; null where that is not kept. */
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'> | null;
  /** The rest, as the source shows it. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface TimelinePage {
  readonly data: readonly TimelineEntry[];
  /** Null at the end. */
  readonly nextCursor: string | null;
}

/** The entry that a page ended with: what is older follows it. */
export type Position = Pick<TimelineEntry, 'at' | 'id'>;

/** The latest first; of one instant by id, so that the order is the same for every source. */
export function byTime(a: Position, b: Position): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/**
 * The first entries of several sources, each in order and one longer than a page unless that is all
 * it has.
 */
export function mergedPage(
  sources: readonly (readonly TimelineEntry[])[],
  pageSize: number,
): TimelinePage {
  const all = sources.flat().sort(byTime);
  const data = all.slice(0, pageSize);
  const last = data.at(-1);
  return { data, nextCursor: last && all.length > pageSize ? encodePosition(last) : null };
}

export function encodePosition({ at, id }: Position): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** The position of a cursor, null at the start; undefined when it is none of ours. */
export function decodePosition(cursor: string): Position | null | undefined {
  if (cursor === '') return null;
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(read) || read.length !== 2) return undefined;
    const [at, id] = read as unknown[];
    const whole = typeof at === 'string' && isInstantText(at) && isUuid(id);
    return whole ? { at: at as Instant, id: id.toLowerCase() } : undefined;
  } catch {
    return undefined;
  }
}
