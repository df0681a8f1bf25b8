import { audit } from '@quittance/audit';
import type { EventType } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { CustomMembers } from '@quittance/objects';

/** How a change of a quote or an order is announced and logged. */
export interface DocumentNote<Own extends 'quote' | 'order'> {
  readonly event: 'record.updated' | Extract<EventType, `${Own}.${string}`>;
  /** The log's verb: `quote.sent`. */
  readonly action: string;
  readonly custom?: CustomMembers | null;
  /** What the log says beside the members that changed. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** How documents of a kind are told. */
interface ToldKind<Row> {
  readonly object: 'quote' | 'sales-order';
  /** The members that its answers show. */
  readonly shown: ReadonlySet<string>;
  head(row: Row): object;
}

/** What of a change its event says: custom members, and which members are others than before. */
export interface ToldChange {
  readonly values: FieldValues;
  readonly changed: readonly string[];
  readonly before: Readonly<Record<string, unknown>>;
}

/** Logs what of a stored document is another than it was; what its event says of that. */
export function logChange<Row extends { readonly id: string }>(
  tx: Tx,
  { object, shown, head }: ToldKind<Row>,
  [was, is]: readonly [was: Row, is: Row],
  keys: readonly (keyof Row & string)[],
  { action, custom, more }: DocumentNote<'quote' | 'order'>,
): ToldChange {
  const values: FieldValues = custom?.draft.values ?? {};
  const differing = keys.filter((key) => shown.has(key) && !isSame(was[key], is[key]));
  const before = pick(head(was), differing);
  const after = { ...pick(head(is), differing), ...more };
  audit(tx, { action, object, recordId: was.id, before, after });
  return {
    values,
    changed: [...differing, ...Object.keys(values)],
    before: { ...before, ...beforeOf(custom) },
  };
}

function beforeOf(custom: CustomMembers | null | undefined): FieldValues {
  const names = Object.keys(custom?.draft.values ?? {});
  return Object.fromEntries(names.map((name) => [name, custom?.draft.before?.view[name] ?? null]));
}

function isSame(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || typeof after !== 'object') return before === after;
  return JSON.stringify(before) === JSON.stringify(after);
}

function pick(head: object, keys: readonly string[]): Record<string, unknown> {
  const values = head as Readonly<Record<string, unknown>>;
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}
