import type { Tx } from '@quittance/database';
import type { FieldError } from '@quittance/kernel';
import { comparedIds, type ComparedId } from './compared-ids.js';
import type { SetupItem } from './setup-item.js';

/** A record that texts of a set-up name by its id: in a condition, a filter, a formula. */
export interface ReferredRecord {
  readonly id: string;
  /** What it is known by in every company, in any case: `Sales/Proposal`. */
  readonly name: string;
  /** It is within the reach of who asks; left out of what everybody reaches. */
  readonly isSeen?: boolean;
}

/** Records of a kind that a set-up names, in texts that only know ids. */
export interface SetupReference {
  /** The word for one of them: `stage`. */
  readonly kind: string;
  /** The row of the role matrix whose `view` right it takes to be told what they are called. */
  readonly resource: string;
  /** All of them; of those that are called alike the one that comes first is meant. */
  read(tx: Tx): Promise<readonly ReferredRecord[]>;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** `@@stage:Sales/Proposal@@`: stands in a text where the id of the record would. */
const TOKEN = /@@([a-z]+):([^@"\\]*)@@/gi;
/** Characters: no condition or filter is so long, and what a stranger sends must cost little. */
const LONGEST_TEXT = 10_000;
/** What is told of one item. */
const MOST_FAULTS = 20;
/** What would end a token or the text that it stands in. */
const ENDING = /[%@"\\\p{Cc}]/gu;

const encoded = (name: string) => name.replace(ENDING, (each) => encodeURIComponent(each));

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What a field points at: `stage`, `user`, `account`; undefined where it points at nothing. */
export type TargetOf = (
  compared: Pick<ComparedId, 'object' | 'field'>,
) => Promise<string | undefined>;

/**
 * The ids and names of what a company's set-up refers to. They are asked for when the first text
 * needs them: most set-ups name nothing.
 */
export class ReferenceNames {
  private known: Promise<KnownNames> | null = null;

  constructor(
    private readonly tx: Tx,
    private readonly references: readonly SetupReference[],
  ) {}

  /** Reads the records again when they are needed next: an import has made some. */
  forget(): void {
    this.known = null;
  }

  /** An item with the names of the records in place of their ids. */
  async named(item: SetupItem): Promise<SetupItem> {
    if (!anyText(item, (text) => text.search(UUID) >= 0)) return item;
    const { tokenOf } = await this.names();
    return withTexts(item, '', (text) =>
      isLong(text) ? text : text.replace(UUID, (id) => tokenOf(id) ?? id),
    );
  }

  /** An item with the ids that this company has, and what it names that is not here. */
  async resolved(
    item: SetupItem,
  ): Promise<{ readonly item: SetupItem; readonly faults: readonly FieldError[] }> {
    if (!anyText(item, (text) => text.search(TOKEN) >= 0)) return { item, faults: [] };
    const { idOf } = await this.names();
    const faults: FieldError[] = [];
    const resolve = (pointer: string) => (token: string, kind: string, sent: string) => {
      const name = decoded(sent);
      const id = idOf(kind, name);
      if (id === undefined && faults.length < MOST_FAULTS) {
        const what = `the ${kind.slice(0, 100)} “${name.slice(0, 200)}”`;
        const message = `names ${what}, which this company has not, or you may not view`;
        faults.push({ pointer, code: 'reference', message });
      }
      return id ?? token;
    };
    const found = withTexts(item, '', (text, pointer) =>
      isLong(text) ? text : text.replace(TOKEN, resolve(pointer)),
    );
    return { item: found, faults };
  }

  /**
   * The records that an item names by ids which none of the company has: what a field that points
   * at such a record is compared with, or set to. Ids of other kinds of records are left alone.
   */
  async gone(item: SetupItem, targetOf: TargetOf): Promise<readonly FieldError[]> {
    const faults: FieldError[] = [];
    for (const compared of comparedIds(item)) {
      const { pointer, field, id } = compared;
      const kind = await targetOf(compared);
      if (!this.references.some((each) => each.kind === kind)) continue;
      if ((await this.names()).has(id)) continue;
      const message = `names by ${field.slice(0, 100)} the ${kind} ${id}, which is not here`;
      faults.push({ pointer, code: 'reference', message });
    }
    return faults;
  }

  private names(): Promise<KnownNames> {
    this.known ??= this.readNames();
    return this.known;
  }

  private async readNames(): Promise<KnownNames> {
    const tokens = new Map<string, string>();
    const ids = new Map<string, string>();
    const there = new Set<string>();
    for (const { kind, resource, read } of this.references) {
      const isTold = this.tx.ctx.permissions.can(resource, 'view');
      for (const { id, name, isSeen = true } of await read(this.tx)) {
        const key = keyOf(kind, name);
        there.add(id.toLowerCase());
        if (!isTold || !isSeen || ids.has(key)) continue;
        ids.set(key, id);
        tokens.set(id.toLowerCase(), `@@${kind}:${encoded(name)}@@`);
      }
    }
    return {
      tokenOf: (id) => tokens.get(id.toLowerCase()),
      idOf: (kind, name) => ids.get(keyOf(kind, name)),
      has: (id) => there.has(id.toLowerCase()),
    };
  }
}

interface KnownNames {
  tokenOf(id: string): string | undefined;
  idOf(kind: string, name: string): string | undefined;
  /** Also one of those that are called alike. */
  has(id: string): boolean;
}

const isLong = (text: string) => text.length > LONGEST_TEXT;
const keyOf = (kind: string, name: string) => `${kind.toLowerCase()}:${name.toLowerCase()}`;

function anyText(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((each) => anyText(each, test));
}

/** The same JSON with its texts changed; the names of its members stay. */
function withTexts<T>(value: T, pointer: string, change: (text: string, at: string) => string): T;
function withTexts(
  value: unknown,
  pointer: string,
  change: (text: string, at: string) => string,
): unknown {
  if (typeof value === 'string') return change(value, pointer);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((each: unknown, i) => withTexts(each, `${pointer}/${i}`, change));
  }
  const entries = Object.entries(value).map(([name, each]): [string, unknown] => {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [name, withTexts(each as unknown, at, change)];
  });
  return Object.fromEntries(entries);
}
