import {
  dateShape,
  flagShape,
  integerShape,
  listShape,
  nullableShape,
  objectShape,
  oneOfShape,
  textShape,
  type Shape,
} from '@quittance/configuration';
import type { RowDescription, RowMember } from './describe-row.js';
import { membersFor } from './row-input.js';

/** What each member must be in an item of a set-up document, by its name. */
export function itemShapes<Input extends object>(
  described: RowDescription<object, Input>,
): Readonly<Record<keyof Input, Shape>> {
  const shapes = membersFor(described, 'create').map((member): [string, Shape] => {
    const shape = shapeOf(member);
    return [member.name, member.required ? shape : nullableShape(shape)];
  });
  return Object.fromEntries(shapes) as Record<keyof Input, Shape>;
}

const LONGEST = 255;

function shapeOf({ type, settings }: RowMember): Shape {
  const { maxLength = LONGEST, min, max, options, schema } = settings;
  if (type === 'boolean') return flagShape;
  if (type === 'date') return dateShape;
  if (type === 'integer') return integerShape(Number(min), Number(max));
  if (type === 'picklist' && options) return oneOfShape(options.map(({ code }) => code));
  if (type !== 'json') return textShape(maxLength, 1);
  const { items, maxItems } = (schema ?? {}) as ListSchema;
  return items && maxItems
    ? listShape(maxItems, textShape(items.maxLength ?? LONGEST, 1))
    : objectShape;
}

interface ListSchema {
  readonly items?: { readonly maxLength?: number };
  readonly maxItems?: number;
}
