import type { Type } from '@nestjs/common';
import { OpenMembers } from '../docs/open-members.js';

const CUSTOM_MEMBERS =
  'The custom fields of the company, by their API names, which end with `__c`; the schema ' +
  'route of the object tells of each.';

const TAKES_CUSTOM = 'quittance:takes-custom';

/**
 * Marks a body that takes custom fields beside its own members: members whose names end with `__c`
 * are handed on unread as its `custom`, for the object's own rules to judge.
 */
export const TakesCustomFields =
  (told?: string) =>
  (target: Type): void => {
    Reflect.defineMetadata(TAKES_CUSTOM, true, target);
    ShowsCustomFields(told)(target);
  };

/**
 * Documents that custom fields stand beside the members of a body or an answer.
 * @param told which of them, and where more is said of each
 */
export const ShowsCustomFields = (told = CUSTOM_MEMBERS) => OpenMembers(told);

export function takesCustomFields(dto: object): boolean {
  return Reflect.getMetadata(TAKES_CUSTOM, dto) === true;
}

/** The members of a body apart: its own, and those that are custom fields by their names. */
export function splitCustomFields(body: unknown): {
  readonly standard: object;
  readonly custom: object;
} {
  const members = Object.entries(body ?? {});
  const isCustom = ([name]: readonly [string, unknown]) => name.endsWith('__c');
  return {
    standard: Object.fromEntries(members.filter((each) => !isCustom(each))),
    custom: Object.fromEntries(members.filter(isCustom)),
  };
}
