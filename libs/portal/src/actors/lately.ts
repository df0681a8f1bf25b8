import type { Ctx } from '@quittance/kernel';

/** The question whether somebody still is who they were. */
export type AskedAlong = NonNullable<Ctx['askedAlong']>;

/** Sessions remembered, about a kilobyte each. */
const MOST_SESSIONS = 20_000;

/** Somebody is no longer who they were in the request before: they are read by themselves. */
export class ActorChanged extends Error {
  constructor() {
    super('The actor was read and is another by now');
  }
}

interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * Who was behind each session when it was read last, so that whether they still are may be asked in
 * one write with what they ask for. It decides nothing by itself: each use ends by comparing it
 * with what is read for the request, member by member, and what differs is forgotten.
 */
export class Lately<Row extends object> {
  private recent = new Map<string, Row>();
  private older = new Map<string, Row>();

  /** @param of members that differ from one reading to the next and say nothing of the actor */
  constructor(
    private readonly statement: Statement,
    private readonly besides: ReadonlySet<keyof Row>,
  ) {}

  /** When half of the room is taken the older half is forgotten. */
  remember(session: string, row: Row): void {
    if (this.recent.size >= MOST_SESSIONS / 2) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(session, row);
  }

  forget(session: string): void {
    this.recent.delete(session);
    this.older.delete(session);
  }

  rowOf(session: string): Row | undefined {
    return this.recent.get(session) ?? this.older.get(session);
  }

  /** Asks whether it is still the same. */
  ask(session: string, before: Row, params: readonly unknown[]): AskedAlong {
    const { name, text } = this.statement;
    let isOpen = true;
    return {
      name,
      text,
      params,
      get isOpen() {
        return isOpen;
      },
      hear: (rows) => {
        const [row] = rows as readonly Row[];
        if (row === undefined || !this.isSame(before, row)) {
          this.forget(session);
          throw new ActorChanged();
        }
        isOpen = false;
      },
    };
  }

  private isSame(before: Row, now: Row): boolean {
    const names = Object.keys(now) as (keyof Row)[];
    return names.every((name) => this.besides.has(name) || isEqual(before[name], now[name]));
  }
}

function isEqual(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((each, i) => Object.is(each, b[i]));
}
