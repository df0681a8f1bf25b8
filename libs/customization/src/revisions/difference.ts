/** One place at which two states differ. */
export interface Difference {
  /** JSON Pointer: `/sections/0/fields/2`. Empty for the whole. */
  readonly pointer: string;
  /** Undefined when there was nothing. */
  readonly before?: unknown;
  /** Undefined when there is nothing any more. */
  readonly after?: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Where two JSON values differ: members and items each for themselves, in the order of the values.
 */
export function differences(before: unknown, after: unknown, pointer = ''): readonly Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      differences(own(before, name), own(after, name), `${pointer}/${part(name)}`),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const places = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => i);
    return places.flatMap((i) => differences(before[i], after[i], `${pointer}/${i}`));
  }
  if (before === after) return [];
  return [
    {
      pointer,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  ];
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function part(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
