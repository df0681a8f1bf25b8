import type { Type } from '@nestjs/common';
import { describedBody, type Shapes } from '@quittance/http/host';
import type { Member, Members } from '@quittance/nouns';
import { classNameOf, named } from './record-dto.js';

/** The shapes of the records of a noun: as answered, made, and changed. */
export interface NounDtos {
  readonly record: Type;
  readonly create: Type;
  readonly update: Type;
}

interface Described {
  readonly name: string;
  readonly members: Members;
}

/** Made from the description: nobody writes them, and they never differ from what is stored. */
export function nounDtos(noun: Described): NounDtos {
  const name = classNameOf(noun);
  const update = describedBody(named(`Update${name}Dto`), noun, 'update');
  const create = named(`Create${name}Dto`, update);
  // What is new in it, or must be there in it, is said again.
  describedBody(create, noun, 'create', { among: isFirstSaid });
  return { record: nounDto(noun, `${name}Dto`), create, update };
}

/** The shape of a record as it is answered; `shapes` has the class of each that is an object. */
export function nounDto(noun: Pick<Described, 'members'>, name: string, shapes: Shapes = {}): Type {
  return describedBody(named(name), noun, 'record', { shapes });
}

const isFirstSaid = ({ once, given }: Member) => Boolean(once) || given === 'required';
