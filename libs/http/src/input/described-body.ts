import type { Type } from '@nestjs/common';
import type { AnswerOf, DraftOf, Member, Members, PatchOf } from '@quittance/nouns';
import type { FieldOptions } from './field.js';
import { ObjectField } from './nested-fields.js';
import { AmountField, IntegerField } from './number-fields.js';
import {
  BooleanField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  InstantField,
  TextField,
} from './text-fields.js';

/** A noun, or its members as one of several bodies has them. */
export interface Described<M extends Members> {
  readonly members: M;
}

/** Classes of the members that are objects. */
export type Shapes = Readonly<Record<string, () => Type>>;

/**
 * The plain members of the body that makes one, in the order of the description: checked and
 * documented as a class with a decorator on each.
 */
export function DraftBody<M extends Members>(noun: Described<M>): Type<DraftOf<M>> {
  const members = membersOf(noun, ({ sent }) => sent !== undefined);
  return bodyOf(members, ({ sent, about, aboutSent = about, nullable, clearable }) => ({
    optional: sent === 'optional',
    nullable: nullable ?? clearable,
    description: aboutSent,
  })) as Type<DraftOf<M>>;
}

/** The same of the body that changes one: whatever is absent stays. */
export function PatchBody<M extends Members>(noun: Described<M>): Type<PatchOf<M>> {
  const members = membersOf(noun, ({ changes }) => changes !== undefined);
  return bodyOf(members, ({ about, nullable, clearable }) => ({
    optional: true,
    nullable: nullable ?? clearable,
    description: about,
  })) as Type<PatchOf<M>>;
}

/** The members of an answer; `shapes` has the class of each that is an object. */
export function HeadBody<M extends Members, const S extends Shapes>(
  noun: Described<M>,
  shapes: S,
): Type<AnswerOf<M, S>> {
  const members = membersOf(noun, ({ hidden }) => !hidden);
  const optionsOf = ({ about, nullable, shownAs }: Member): FieldOptions => ({
    nullable: nullable ?? shownAs !== undefined,
    description: about,
  });
  return bodyOf(members, optionsOf, shapes) as Type<AnswerOf<M, S>>;
}

type NamedMember = readonly [name: string, member: Member];

function membersOf(
  { members }: Described<Members>,
  isOne: (member: Member) => boolean,
): readonly NamedMember[] {
  return Object.entries(members).filter(([, member]) => isOne(member));
}

function bodyOf(
  members: readonly NamedMember[],
  optionsOf: (member: Member) => FieldOptions,
  shapes: Shapes = {},
): Type {
  class Body {}
  for (const [name, member] of members) {
    const { example } = member;
    const options = { ...optionsOf(member), example };
    const shape = shapes[name];
    const decorate = shape ? ObjectField(shape, options) : decoratorOf(name, member, options);
    decorate(Body.prototype, name);
  }
  return Body;
}

function decoratorOf(name: string, member: Member, options: FieldOptions): PropertyDecorator {
  const { kind, max, values = [], sign } = member;
  switch (kind) {
    case 'text':
      if (max === undefined) throw new Error(`${name} does not say how long it may be`);
      return TextField({ ...options, max });
    case 'word':
      return EnumField(Array.isArray(values) ? values : Object.keys(values), options);
    case 'currency':
      return CurrencyField(options);
    case 'id':
      return IdField(options);
    case 'date':
      return DateField(options);
    case 'instant':
      return InstantField(options);
    case 'amount':
      return AmountField(sign === undefined ? options : { ...options, sign });
    case 'boolean':
      return BooleanField(options);
    case 'integer':
      return IntegerField(options);
    default:
      throw new Error(`${name} is of a kind that bodies do not have by themselves`);
  }
}
