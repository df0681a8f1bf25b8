import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

export interface BodyFieldOptions {
  /** The member may be absent. */
  readonly optional?: boolean;
  /** The member may be `null`, which clears it in a PATCH. */
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

/** What is wrong with a value: a stable code and words for a person. */
export interface InputFault {
  readonly code: string;
  readonly message: string;
}

export const FIELD_CONSTRAINT = 'field';
const QUERY_KINDS = 'quittance:query-kinds';

/** Kinds whose values arrive as text in a query string and are read before they are checked. */
export type QueryKind = 'number' | 'boolean' | 'list';

export function fault(code: string, message: string): InputFault {
  return { code, message };
}

/**
 * One member of a request or answer: checked by one constraint, documented by one schema. A
 * constraint carries its fault as `code message`, which the pipe takes apart again.
 */
export function field(
  check: (value: unknown) => InputFault | null,
  schema: object,
  options: BodyFieldOptions,
): PropertyDecorator {
  const judge = (value: unknown): InputFault | null => {
    if (value === undefined) return options.optional ? null : fault('required', 'is required');
    if (value === null) return options.nullable ? null : fault('type', 'must not be null');
    return check(value);
  };
  const constraint = ValidateBy({
    name: FIELD_CONSTRAINT,
    validator: {
      validate: (value) => judge(value) === null,
      defaultMessage: (args) => {
        const found = judge(args?.value);
        return found ? `${found.code} ${found.message}` : '';
      },
    },
  });
  const documented = ApiProperty({ ...schema, ...presentation(options) } as ApiPropertyOptions);
  return (target, property) => {
    constraint(target, property);
    documented(target, property);
  };
}

function presentation({ optional, nullable, description, example }: BodyFieldOptions) {
  return {
    required: !optional,
    ...(nullable ? { nullable: true } : {}),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  };
}

/** Notes that a member is no text, so that a query string's text is read as what it means. */
export function readFromQueryAs(kind: QueryKind): PropertyDecorator {
  return (target, property) => {
    const kinds = { ...queryKinds(target.constructor), [String(property)]: kind };
    Reflect.defineMetadata(QUERY_KINDS, kinds, target.constructor);
  };
}

export function queryKinds(dto: object): Readonly<Record<string, QueryKind>> {
  return (Reflect.getMetadata(QUERY_KINDS, dto) as Record<string, QueryKind> | undefined) ?? {};
}

export function both(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
