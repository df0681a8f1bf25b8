import type { Tx } from '@quittance/database';
import type { ListDefinition, ShownValue } from '@quittance/lists';
import { valueNamed, rowLabels } from './labels.js';
import type { PointedRows } from './pointed-rows.js';
import type { Drawn, RowField } from './row-fields.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * The list with its rows as they are to be drawn: chosen members, those of what the rows point at,
 * and labels. Each kind of record that is pointed at is asked in one statement for a whole page.
 */
export function drawnList<R, Item extends object>(
  list: ListDefinition<R, Item>,
  drawn: Drawn,
  pointed: PointedRows,
  isDownload: boolean,
): ListDefinition<R, object> {
  const { write: _, ...plain } = list;
  return {
    ...plain,
    complete: async (tx, items) => {
      const whole = list.complete ? await list.complete(tx, items as readonly Item[]) : items;
      return drawRows({ tx, drawn, pointed, isDownload }, list.fields, whole as readonly Row[]);
    },
  };
}

interface Drawing {
  readonly tx: Tx;
  readonly drawn: Drawn;
  readonly pointed: PointedRows;
  readonly isDownload: boolean;
}

async function drawRows(
  drawing: Drawing,
  listed: ListDefinition['fields'],
  items: readonly Row[],
): Promise<readonly object[]> {
  const { tx, drawn, pointed } = drawing;
  const asked = [...(drawn.fields ?? []), ...drawn.besides];
  const there = await recordsThere(drawing, asked, items);
  const rows = items.map((item): Row => {
    const row: Record<string, unknown> = drawn.fields ? {} : { ...item };
    for (const field of asked) {
      const value = valueOf(field, item, there);
      if (value !== undefined) row[field.name] = value;
    }
    return row;
  });
  if (!drawn.display) return rows;
  const labelled = (drawn.fields ? asked : [...ownFields(listed), ...asked]).filter(
    (field): field is RowField & { readonly shows: ShownValue } => field.shows !== undefined,
  );
  const labels = await rowLabels(tx, pointed, labelled, rows);
  return rows.map((row, i) => ({ ...row, display: labels[i] }));
}

/** A row is not labelled with its own title. */
function ownFields({ id: _, ...listed }: ListDefinition['fields']): readonly RowField[] {
  return Object.entries(listed).map(([name, { shows }]) => ({ name, shows }));
}

type There = ReadonlyMap<string, ReadonlyMap<string, Row>>;

/** What the rows point at, by the name of its kind: one read for each. */
async function recordsThere(
  { tx, pointed, isDownload }: Drawing,
  asked: readonly RowField[],
  items: readonly Row[],
): Promise<There> {
  const ids = new Map<string, Set<string>>();
  for (const { through } of asked) {
    if (!through) continue;
    const wanted = ids.get(through.target) ?? new Set<string>();
    for (const item of items) {
      const id = item[through.pointer];
      if (typeof id === 'string') wanted.add(id);
    }
    ids.set(through.target, wanted);
  }
  const found = new Map<string, ReadonlyMap<string, Row>>();
  for (const [target, wanted] of ids) {
    found.set(target, await pointed.records(tx, target, [...wanted], isDownload));
  }
  return found;
}

/** Of a row that points at nothing, or at what may not be seen, null. */
function valueOf({ name, through }: RowField, item: Row, there: There): unknown {
  if (!through) return valueNamed(item, name);
  const id = item[through.pointer];
  const record = typeof id === 'string' ? there.get(through.target)?.get(id) : undefined;
  return record ? (valueNamed(record, through.member) ?? null) : null;
}
