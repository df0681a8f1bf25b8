import type { LoadRequest } from '../support/http-load.js';
import { CONTACTS, LEADS, mixedValues, recordId } from './objects-data.js';

export interface Case {
  readonly measure: string;
  readonly target: number;
  readonly expect: number;
  /** Whether a single answer is timed as well. */
  readonly calm: boolean;
  next(): LoadRequest;
}

const READ = 0.5;
const WRITE = 0.3;

export function casesOf(): readonly Case[] {
  const [byValue, byStatus] = [valueLists(), statusLists()];
  return [
    {
      measure: 'list 50 of 1,000,000 by an indexed custom field, with total',
      target: READ,
      expect: 200,
      calm: true,
      next: () => ({ method: 'GET', path: byValue[pick(byValue.length)] ?? '' }),
    },
    {
      measure: 'list 50 of 1,000,000 by standard fields, with total',
      target: READ,
      expect: 200,
      calm: true,
      next: () => ({ method: 'GET', path: byStatus[pick(byStatus.length)] ?? '' }),
    },
    {
      measure: 'get a record with 40 custom fields and 5 formulas',
      target: READ,
      expect: 200,
      calm: false,
      next: () => ({ method: 'GET', path: `/contacts/${recordId(1 + pick(CONTACTS))}` }),
    },
    {
      measure: 'create a record with 20 custom fields',
      target: WRITE,
      expect: 201,
      calm: false,
      next: () => ({ method: 'POST', path: '/campaigns', body: JSON.stringify(newCampaign()) }),
    },
  ];
}

/** Five hundred records of a thousandth of the values, the highest first. */
function valueLists(): string[] {
  return Array.from({ length: 40 }, (_, i) => {
    const low = i * 20_000;
    const filter = { and: [{ field: 'rank__c', op: 'between', value: [low, low + 499] }] };
    return listPath(filter, '-rank__c');
  });
}

/** The leads of one status of two days, the latest first. */
function statusLists(): string[] {
  const span = (LEADS * 30_000) / 40;
  const now = Date.parse(new Date().toISOString());
  return Array.from({ length: 40 }, (_, i) => {
    const from = new Date(now - (i + 1) * span);
    const to = new Date(from.getTime() + 2 * 86_400_000);
    const value = [from.toISOString(), to.toISOString()];
    const filter = {
      and: [
        { field: 'createdAt', op: 'between', value },
        { field: 'status', op: 'eq', value: 'working' },
      ],
    };
    return listPath(filter, '-createdAt');
  });
}

function listPath(filter: object, sort: string): string {
  return `/leads?pageSize=50&sort=${sort}&filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

function newCampaign() {
  const n = pick(1_000_000);
  return { name: `Campaign ${n}`, height__c: n, ...mixedValues(19, n) };
}

let state = 1;
/** The same requests in every run. */
function pick(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return state % below;
}
