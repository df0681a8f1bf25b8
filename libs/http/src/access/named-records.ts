import { isUuid } from '@quittance/kernel';
import { isStorableText } from '@quittance/lists';
import type { NamedByKind, ReachedRecords, ReachedRecordsTable } from './reached-records.js';
import type { Route } from './route-table.js';

/** A record that a request names, and where. */
export interface NamedRecord {
  readonly records: ReachedRecords;
  /** The column that is compared: `id`, or the number in a path. */
  readonly by: 'id' | 'number';
  readonly value: string;
  /** Of a body a JSON Pointer; null in the path. */
  readonly pointer: string | null;
}

/** The records of a path: `/invoices/:id/lines/:lineId` names one, whose lines are its own. */
export function namedInPath(
  { records }: Pick<ReachedRecordsTable, 'records'>,
  { path }: Pick<Route, 'path'>,
  parameters: Readonly<Record<string, string | undefined>>,
): NamedRecord[] {
  return records.flatMap((each): NamedRecord[] => {
    if (!path.startsWith(`${each.path}/`)) return [];
    const [step = '', next = ''] = path.slice(each.path.length + 1).split('/');
    const isNumber = step === 'by-number';
    const parameter = isNumber ? next : step;
    if (!parameter.startsWith(':')) return [];
    const value = parameters[parameter.slice(1)] ?? '';
    if (isNumber && !isStorableText(value)) return [];
    if (isNumber) return [{ records: each, by: 'number', value, pointer: null }];
    return isUuid(value) ? [{ records: each, by: 'id', value, pointer: null }] : [];
  });
}

/** Deeper than any body goes. */
const MOST_DEPTH = 8;

/** The records that the members of a body name, wherever they stand in it. */
export class NamedInBodies {
  private readonly byMember = new Map<string, ReachedRecords>();
  private readonly byName = new Map<string, ReachedRecords>();
  private readonly byKind: readonly NamedByKind[];

  constructor({ records, byKind }: ReachedRecordsTable) {
    this.byKind = byKind;
    for (const each of records) {
      this.byName.set(each.name, each);
      for (const member of each.members) {
        if (this.byMember.has(member)) throw new Error(`${member} names two kinds of records`);
        this.byMember.set(member, each);
      }
    }
  }

  /** Whether the table says what such a member is the id of. */
  knows(member: string): boolean {
    return (
      this.byMember.has(member) || this.byKind.some((each) => each.named && each.id === member)
    );
  }

  of(body: unknown): readonly NamedRecord[] {
    const found: NamedRecord[] = [];
    this.gather(body, '', found);
    return found;
  }

  private gather(value: unknown, pointer: string, found: NamedRecord[], depth = 0): void {
    if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return;
    if (Array.isArray(value)) {
      value.forEach((item, i) => this.gather(item, `${pointer}/${i}`, found, depth + 1));
      return;
    }
    const members = value as Readonly<Record<string, unknown>>;
    for (const [name, member] of Object.entries(members)) {
      const at = `${pointer}/${name}`;
      const records = this.byMember.get(name) ?? this.kindOf(members, name);
      if (records) add(records, member, at, found);
      else this.gather(member, at, found, depth + 1);
    }
  }

  private kindOf(members: Readonly<Record<string, unknown>>, name: string) {
    const pair = this.byKind.find(({ id, kind }) => id === name && kind in members);
    const kind = pair && members[pair.kind];
    return typeof kind === 'string' ? this.byName.get(pair?.named?.[kind] ?? kind) : undefined;
  }
}

function add(records: ReachedRecords, value: unknown, pointer: string, found: NamedRecord[]): void {
  if (Array.isArray(value)) {
    value.forEach((item, i) => add(records, item, `${pointer}/${i}`, found));
  } else if (isUuid(value)) {
    found.push({ records, by: 'id', value: value.toLowerCase(), pointer });
  }
}
