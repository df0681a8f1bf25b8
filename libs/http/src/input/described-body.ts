import type { Type } from '@nestjs/common';
import {
  membersFor,
  type AnswerOf,
  type BodyUse,
  type DraftOf,
  type Member,
  type Members,
  type PatchOf,
} from '@quittance/nouns';
import { DescribedField, ShapedField } from './described-field.js';

/** A noun, or its members as one of several bodies has them. */
export interface Described<M extends Members = Members> {
  readonly members: M;
}

/** Classes of the members that are objects or lists of them. */
export type Shapes = Readonly<Record<string, () => Type>>;

/** A class, or a list of it where the member is one. */
type AsListed<Value, Shape> =
  NonNullable<Value> extends readonly unknown[] ? readonly Shape[] : Shape;

/** A body whose members of these names are as their classes have them. */
type Shaped<Body, S> = {
  [Name in keyof Body]: Name extends keyof S
    ? S[Name] extends () => abstract new (...args: never[]) => infer Shape
      ? AsListed<Body[Name], Shape> | Extract<Body[Name], null | undefined>
      : never
    : Body[Name];
};

/**
 * The plain members of the body that makes one, in the order of the description: checked and
 * documented as a class with a decorator on each.
 */
export function DraftBody<M extends Members, const S extends Shapes = Record<never, never>>(
  noun: Described<M>,
  shapes?: S,
): Type<Shaped<DraftOf<M>, S>> {
  return describedBody(class {}, noun, 'create', { shapes }) as Type<Shaped<DraftOf<M>, S>>;
}

/** The same of the body that changes one: whatever is absent stays. */
export function PatchBody<M extends Members, const S extends Shapes = Record<never, never>>(
  noun: Described<M>,
  shapes?: S,
): Type<Shaped<PatchOf<M>, S>> {
  return describedBody(class {}, noun, 'update', { shapes }) as Type<Shaped<PatchOf<M>, S>>;
}

/** The members of an answer; `shapes` has the class of each that is an object. */
export function HeadBody<M extends Members, const S extends Shapes>(
  noun: Described<M>,
  shapes: S,
): Type<AnswerOf<M, S>> {
  return describedBody(class {}, noun, 'record', { shapes }) as Type<AnswerOf<M, S>>;
}

interface BodyOptions {
  readonly shapes?: Shapes;
  /** Which of the members that the body could have. */
  readonly among?: (member: Member, name: string) => boolean;
  /** Which of them an answer has for some and not for others. */
  readonly lacked?: (name: string) => boolean;
}

/** Puts the members of a noun on the class of a body. */
export function describedBody(
  body: Type,
  noun: Described,
  use: BodyUse,
  { shapes = {}, among = () => true, lacked = () => false }: BodyOptions = {},
): Type {
  for (const [name, member] of membersFor(noun, use)) {
    if (!among(member, name)) continue;
    const shape = shapes[name];
    const more = lacked(name) ? { optional: true } : {};
    const decorate = shape
      ? ShapedField(shape, name, member, use, more)
      : DescribedField(name, member, use, more);
    decorate(body.prototype as object, name);
  }
  return body;
}
