import { isStorableText } from '@quittance/lists';
import { isLocalDate } from '@quittance/calendar';
import type { FieldError } from '@quittance/kernel';

/** What is wrong with a value at a place. */
export type ItemShape = (value: unknown, pointer: string) => readonly FieldError[];

const wrong = (pointer: string, code: string, message: string) => [{ pointer, code, message }];
const NONE: readonly FieldError[] = [];

export function textShape(max: number, min = 0): ItemShape {
  return (value, pointer) => {
    if (typeof value !== 'string' || !isStorableText(value)) {
      return wrong(pointer, 'type', 'must be a text');
    }
    if (value.length < min) return wrong(pointer, 'min_length', `must have ${min} characters`);
    return value.length <= max
      ? NONE
      : wrong(pointer, 'max_length', `must have at most ${max} characters`);
  };
}

export const flagShape: ItemShape = (value, pointer) =>
  typeof value === 'boolean' ? NONE : wrong(pointer, 'type', 'must be true or false');

export function integerShape(min: number, max: number): ItemShape {
  return (value, pointer) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? NONE
      : wrong(pointer, 'range', `must be a whole number from ${min} to ${max}`);
}

export function oneOfShape(values: readonly string[]): ItemShape {
  return (value, pointer) =>
    values.includes(value as string)
      ? NONE
      : wrong(pointer, 'enum', `must be one of ${values.join(', ')}`);
}

export function nullableShape(shape: ItemShape): ItemShape {
  return (value, pointer) => (value === null ? NONE : shape(value, pointer));
}

/** A text, or what another shape says. */
export function orTextShape(shape: ItemShape, max: number): ItemShape {
  const text = textShape(max, 1);
  return (value, pointer) => (typeof value === 'string' ? text : shape)(value, pointer);
}

export function listShape(max: number, item: ItemShape): ItemShape {
  return (value, pointer) => {
    if (!Array.isArray(value)) return wrong(pointer, 'type', 'must be a list');
    if (value.length > max) return wrong(pointer, 'max', `must have at most ${max} items`);
    return value.flatMap((each, i) => item(each, `${pointer}/${i}`));
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Any JSON object; what is in it is judged elsewhere. */
export const objectShape: ItemShape = (value, pointer) =>
  isObject(value) ? NONE : wrong(pointer, 'type', 'must be an object');

/** A text of this form. */
export function patternShape(pattern: RegExp, message: string): ItemShape {
  return (value, pointer) =>
    typeof value === 'string' && value.length <= 100 && pattern.test(value)
      ? NONE
      : wrong(pointer, 'format', message);
}

/** A calendar date. */
export const dateShape: ItemShape = (value, pointer) =>
  isLocalDate(value) ? NONE : wrong(pointer, 'format', 'must be a date such as 2026-03-02');

export const anyShape: ItemShape = (value, pointer) =>
  value === undefined ? wrong(pointer, 'required', 'is required') : NONE;

/** An object with exactly these members. */
export function membersShape(members: Readonly<Record<string, ItemShape>>): ItemShape {
  return (value, pointer) => {
    if (!isObject(value)) return wrong(pointer, 'type', 'must be an object');
    const unknown = Object.keys(value)
      .filter((name) => !Object.hasOwn(members, name))
      .flatMap((name) =>
        wrong(`${pointer}/${pointerPart(name)}`, 'unknown_field', 'is not a member here'),
      );
    const known = Object.entries(members).flatMap(([name, shape]) =>
      Object.hasOwn(value, name)
        ? shape(value[name], `${pointer}/${name}`)
        : wrong(`${pointer}/${name}`, 'required', 'is required'),
    );
    return [...unknown, ...known];
  };
}

function pointerPart(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}
