import { ApiQuery } from '@nestjs/swagger';
import { NAMED_PERIODS } from '@quittance/calendar';
import { FILTER_OPERATORS, grouping, MAX_PAGE_SIZE, type ListDefinition } from '@quittance/lists';

/** What a list is documented by. */
export interface DocumentedList extends Pick<ListDefinition, 'fields' | 'defaultSort'> {
  /**
   * The names by which it looks into what its rows point at, where that is not said by the model:
   * `account`. None where it looks into nothing.
   */
  readonly reached?: readonly string[];
}

const query = (name: string, schema: object, description: string) =>
  ApiQuery({ name, required: false, schema, description });

/** The parameters that every list takes, with the fields that this one takes in each. */
export function listParameters({ fields, defaultSort, reached }: DocumentedList) {
  const known = Object.entries(fields).filter(([, { refusal }]) => !refusal);
  const filtered = known.map(([name]) => name);
  const sorted = known.filter(([, { sortable }]) => sortable !== false).map(([name]) => name);
  const { keys, summed, ordered } = grouping.names({ fields });
  const there = throughLookups(reached);
  return [
    query('page', { type: 'integer', minimum: 1, default: 1 }, 'The page, from 1.'),
    query(
      'pageSize',
      { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: 50 },
      'Records of a page.',
    ),
    query(
      'cursor',
      { type: 'string' },
      'Instead of page: walks the list by key, without a total. Empty at the start, then ' +
        'nextCursor.',
    ),
    query(
      'sort',
      { type: 'string', default: defaultSort },
      `Fields separated by commas, descending after a minus sign. Fields: ${told(sorted)}.`,
    ),
    query(
      'filter',
      { type: 'string', contentMediaType: 'application/json' },
      `A tree of and, or, not and { field, op, value }. Fields: ${told(filtered)}. Operators: ` +
        `${FILTER_OPERATORS.join(', ')}. A date, or the day of an instant, may be given relative ` +
        'to the day of the company: today, today+30d, today-1w, today+1m, today-1y; an instant ' +
        'as now-1h; either as a period, { "period": "this_month" }, which eq takes as all its ' +
        `days: ${NAMED_PERIODS}; weeks begin on Monday. A user who asks is me.${there.filter}`,
    ),
    query('search', { type: 'string', maxLength: 200 }, 'Words that a record must contain.'),
    query(
      'view',
      { type: 'string', format: 'uuid' },
      'A stored view: its order, its filter and the columns of its CSV, unless they are given ' +
        'here.',
    ),
    query(
      'fields',
      { type: 'string' },
      `The members that rows are to have, by commas${there.fields}. A download has them as its ` +
        'columns.',
    ),
    query(
      'display',
      { type: 'boolean', default: false },
      'Each row has with it, under display, the labels of its choices, of what it points at and ' +
        'of users, as far as they may be seen; names of countries and currencies in the ' +
        'language of the request. Not in CSV.',
    ),
    query(
      'groupBy',
      { type: 'string' },
      `Groups instead of rows: up to three fields by commas, days and instants by a period, as ` +
        `closedOn:month (${grouping.units.join(', ')}), which is told by its first day. At most ` +
        `${grouping.most} groups. Fields: ${told(keys)}.`,
    ),
    query(
      'aggregate',
      { type: 'string', default: 'count' },
      'What is told of each group: count, and sum, avg, min or max of a field, as sum:total, by ' +
        `commas. Amounts are told for each currency by itself. Fields of sum and avg: ` +
        `${told(summed)}; of min and max: ${told(ordered)}.`,
    ),
  ];
}

const told = (names: readonly string[]) => names.join(', ') || 'none';

/** What is said of fields of what the rows point at. */
function throughLookups(reached: readonly string[] | undefined) {
  if (!reached) {
    return {
      filter:
        ' Lists of records also take a field of a record that they point at: account.industry.',
      fields: '; of a record that they point at as account.name',
    };
  }
  const [first] = reached;
  if (first === undefined) return { filter: '', fields: '' };
  const names = reached.map((name) => `${name}.…`).join(', ');
  return {
    filter:
      ' Also taken, here and in sort, groupBy and aggregate, is a field of a record that a row ' +
      `points at, as the list of those takes it: ${names}.`,
    fields: `; of a record that they point at as ${first}.id`,
  };
}
