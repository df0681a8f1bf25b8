/** JSON Schema of 2020-12, as far as the data of events are described with it. */
export interface EventSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly (string | null)[];
  readonly items?: EventSchema;
  readonly properties?: Readonly<Record<string, EventSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | EventSchema;
  readonly examples?: readonly unknown[];
}

declare const VALUE: unique symbol;

/** What a value is, told once: to the compiler by `T`, to everybody else by the schema. */
export interface Shape<T = unknown> {
  readonly schema: EventSchema;
  readonly isOptional?: boolean;
  readonly [VALUE]?: T;
}

/** A member that not every announcement has. */
export interface OptionalShape<T = unknown> extends Shape<T> {
  readonly isOptional: true;
}

export type ValueOf<S extends Shape> = S extends Shape<infer T> ? T : never;

type Members = Readonly<Record<string, Shape>>;
type OptionalKeys<M extends Members> = {
  [K in keyof M]: M[K] extends OptionalShape ? K : never;
}[keyof M];

/** The value that members describe. */
export type ValueOfMembers<M extends Members> = {
  readonly [K in Exclude<keyof M, OptionalKeys<M>>]: ValueOf<M[K]>;
} & { readonly [K in OptionalKeys<M>]?: ValueOf<M[K]> };

/** Members of a company's own beside those that are named. */
export type Others = Readonly<Record<string, unknown>>;

function shape<T>(type: string, example: unknown, rest: EventSchema = {}): Shape<T> {
  return { schema: { type, ...rest, examples: [example] } };
}

/** The shape with a sentence about it. */
export function about<S extends Shape>(description: string, { schema, ...rest }: S): S {
  return { ...rest, schema: { ...schema, description } } as unknown as S;
}

export const text = (example: string) => shape<string>('string', example);

export const id = shape<string>('string', '0190b5a2-3c4d-7e5f-8a6b-7c8d9e0f1a2b', {
  format: 'uuid',
});

/** An id of a noun, told from those of others by the compiler. */
export const idOf = <T extends string>() => id as unknown as Shape<T>;

export const flag = shape<boolean>('boolean', true);

/** A count, or an order that begins with 0 or 1. */
export const integer = (example: number) => shape<number>('integer', example);

/** A day of the company's calendar: `2026-03-02`. */
export const date = shape<string>('string', '2026-03-02', { format: 'date' });

/** An instant in UTC: `2026-03-02T09:00:00.000Z`. */
export const instant = shape<string>('string', '2026-03-02T09:00:00.000Z', {
  format: 'date-time',
});

/** ISO 4217: the unit of every amount beside it. */
export const currency = shape<string>('string', 'EUR', { pattern: '^[A-Z]{3}$' });

/** Decimal text in units of `currency`, with as many decimals as that has: `119.00`. */
export const amount = (example: string) =>
  shape<string>('string', example, { format: 'amount', pattern: '^-?\\d+(\\.\\d+)?$' });

/** Decimal text of a quantity, a price or a percentage, with as many decimals as it takes. */
export const decimal = (example: string) =>
  shape<string>('string', example, { format: 'decimal', pattern: '^-?\\d+(\\.\\d+)?$' });

export function oneOf<const V extends readonly [string, ...string[]]>(...values: V) {
  return shape<V[number]>('string', values[0], { enum: values });
}

export function nullable<T>({ schema }: Shape<T>): Shape<T | null> {
  const { type = [], enum: values } = schema;
  return {
    schema: {
      ...schema,
      type: [...(typeof type === 'string' ? [type] : type), 'null'],
      ...(values && { enum: [...values, null] }),
    },
  };
}

/** The same where nothing was said so far: its example is null. */
export function absent<T>(of: Shape<T>): Shape<T | null> {
  const { schema } = nullable(of);
  return { schema: { ...schema, examples: [null] } };
}

export function optional<T>({ schema }: Shape<T>): OptionalShape<T> {
  return { schema, isOptional: true };
}

/** Members that some announcements have, and others do not. */
export function optionally<M extends Members>(members: M) {
  const all = Object.entries(members).map(([name, member]) => [name, optional(member)] as const);
  return Object.fromEntries(all) as { [K in keyof M]: OptionalShape<ValueOf<M[K]>> };
}

export function list<T>({ schema: items }: Shape<T>): Shape<readonly T[]> {
  const { examples = [] } = items;
  return { schema: { type: 'array', items, examples: [examples] } };
}

/** Values by names that only the data tell. */
export function mapOf<T>({ schema }: Shape<T>, example: Readonly<Record<string, T>>) {
  return shape<Readonly<Record<string, T>>>('object', example, { additionalProperties: schema });
}

/** Exactly these members, but for those that are optional. */
export function object<M extends Members>(members: M): Shape<ValueOfMembers<M>> {
  return { schema: objectSchema(members, false) };
}

/** These members and others that differ from company to company. */
export function openObject<M extends Members>(members: M): Shape<ValueOfMembers<M> & Others> {
  return { schema: objectSchema(members, true) };
}

function objectSchema(members: Members, additionalProperties: boolean): EventSchema {
  const all = Object.entries(members);
  const required = all.filter(([, { isOptional }]) => !isOptional);
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, { schema }]) => [name, schema])),
    required: required.map(([name]) => name),
    additionalProperties,
    examples: [
      Object.fromEntries(required.map(([name, { schema }]) => [name, schema.examples?.[0]])),
    ],
  };
}
