import type { Type } from '@nestjs/common';
import { DescribedField } from '@quittance/http/host';
import { membersFor, type RowDescription, type RowMember, type RowUse } from '@quittance/rows';
import { classNameOf, named } from './record-dto.js';

/** The shapes of the records of a noun that is a row: as answered, made, and changed. */
export interface RowDtos {
  readonly record: Type;
  readonly create: Type;
  readonly update: Type;
}

/** What members are where the description does not tell it, by their name: an actor. */
export type Shown = Readonly<Record<string, PropertyDecorator>>;

/** Made from the description: nobody writes them, and they never differ from what is stored. */
export function rowDtos(described: RowDescription): RowDtos {
  const name = classNameOf(described);
  const update = withMembers(named(`Update${name}Dto`), described, 'update');
  // What is new in it, or must be there in it, is said again.
  const create = withMembers(named(`Create${name}Dto`, update), described, 'create', isFirstSaid);
  return { record: rowDto(described, `${name}Dto`), create, update };
}

/** The shape of a record as it is answered. */
export function rowDto(described: RowDescription, name: string, shown: Shown = {}): Type {
  return withMembers(named(name), described, 'record', () => true, shown);
}

const isFirstSaid = ({ createOnly, given }: RowMember) => createOnly || given === 'required';

function withMembers(
  dto: Type,
  described: RowDescription,
  use: RowUse,
  among: (member: RowMember) => boolean = () => true,
  shown: Shown = {},
): Type {
  for (const member of membersFor(described, use).filter(among)) {
    const decorate = shown[member.name] ?? DescribedField(member, use);
    decorate(dto.prototype as object, member.name);
  }
  return dto;
}
