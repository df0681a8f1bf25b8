import { COLUMN_TEXT, type TextRow } from '@quittance/database';
import { currencyDigits, placePoint, trimDecimal } from '@quittance/money';
import type { RecordObject } from '@quittance/metadata';
import { type Field, type FieldValue, KINDS } from '@quittance/fields';

type Custom = Readonly<Record<string, FieldValue>>;
/** The JSON of one member of a record, from its row and its document. */
type Writer = (row: TextRow, custom: Custom) => string;

const NOTHING: Custom = Object.freeze({});

/**
 * Writes the JSON of a record straight from the texts of its row, in the order of
 * `RecordRows.select`: the same members as its view. For objects of which nothing is computed on
 * read.
 */
export function recordWriter(object: RecordObject): (row: TextRow) => string {
  const fields = [...object.fields.values()];
  const places = new Map(
    fields.filter(({ storage }) => storage.kind === 'column').map(({ name }, i) => [name, i]),
  );
  const writers = fields.map((field) => ({
    member: `${JSON.stringify(field.name)}:`,
    write: writerOf(field, places),
  }));
  const hasCustom = fields.some(({ storage }) => storage.kind === 'custom');
  const document = places.size;
  return (row) => {
    const text = hasCustom ? (row[document] ?? null) : null;
    const custom = text === null || text === '{}' ? NOTHING : (JSON.parse(text) as Custom);
    let json = '';
    for (const { member, write } of writers) json += `,${member}${write(row, custom)}`;
    return `{${json.slice(1)}}`;
  };
}

function writerOf(field: Field, places: ReadonlyMap<string, number>): Writer {
  const { name, type, storage, settings } = field;
  if (storage.kind === 'computed') throw new Error(`${name} is computed on read`);
  if (storage.kind === 'custom') {
    return (_, custom) => (Object.hasOwn(custom, name) ? JSON.stringify(custom[name]) : 'null');
  }
  const place = places.get(name) as number;
  const currency = places.get(settings.currencyField ?? '');
  if (type === 'currency' && currency !== undefined) {
    return (row) => {
      const minor = row[place] ?? null;
      const digits = minor === null ? 0 : currencyDigits(row[currency] as string);
      return minor === null ? 'null' : `"${placePoint(minor, digits)}"`;
    };
  }
  const written = columnText(field);
  return (row) => {
    const text = row[place] ?? null;
    return text === null ? 'null' : written(text);
  };
}

function columnText({ type }: Field): (text: string) => string {
  if (type === 'integer') return (text) => text;
  if (type === 'time') return (text) => `"${text}"`;
  if (type === 'number' || type === 'percent') return (text) => `"${trimDecimal(text)}"`;
  const written = COLUMN_TEXT.json[KINDS[type].column];
  if (!written) throw new Error(`Nothing writes values of type ${type}`);
  return written;
}
