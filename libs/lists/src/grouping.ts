import { groupList, MOST_LIST_GROUPS } from './group-list.js';
import { GROUP_UNITS, groupNames, parseGroupRequest } from './group-request.js';
import { tooManyGroups } from './list.errors.js';

/** Rows of a list in groups: how they are asked for, read and refused. */
export const grouping = {
  parse: parseGroupRequest,
  list: groupList,
  names: groupNames,
  units: GROUP_UNITS,
  most: MOST_LIST_GROUPS,
  tooMany: tooManyGroups,
} as const;
