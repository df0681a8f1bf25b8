import {
  EVENTS,
  EVENT_TYPES,
  exampleOf,
  type EventDescription,
  type EventType,
  type EventSchema,
} from '@quittance/contracts';

const HEAD = `# Events

What happens in a company is announced: an event is stored in the transaction that changes
something, and handed on after its commit, at least once and in the order of each record. This page
is generated from \`libs/contracts/src/events.ts\` by \`npm run docs:generate\`; the tests hold
every event that they cause against it.

**Who gets them.** Outgoing webhooks may ask for every type below, or for all of them by \`*\`
(\`POST /webhooks\`), and \`GET /events\` lists them, to whoever may view all records of the
object. The workflow rules of an object are asked about those that say so.

**What arrives.** \`type\` and \`data\` are as below. A webhook's body has beside them \`event_id\`,
\`timestamp\`, \`company_id\`, \`api_version\`, \`actor\`, \`object\` and \`record_id\`, and of
a change \`before\`: the changed members as they were. A body beyond 256 KiB has no more of \`data\`
than \`id\`, and says \`truncated\`.

**Units.** An amount is decimal text in units of the \`currency\` beside it, with as many decimals
as that has; quantities, prices and percentages are decimal text too. A date is a day of the
company's calendar, an instant is in UTC. Members beside those of a table are fields of the
company's own, or of the record's object, where it says "and others".
`;

const CODES: Readonly<Record<string, string>> = {
  uuid: 'id',
  date: 'date',
  'date-time': 'instant',
  amount: 'amount',
  decimal: 'decimal',
};

/** The page of all events, in the order of their descriptions. */
export function eventsPage(): string {
  const first = new Map<unknown, EventType>();
  const sections = EVENT_TYPES.map((type) => {
    const { data } = EVENTS[type] as EventDescription;
    if (!first.has(data)) first.set(data, type);
    return section(type, first.get(data) ?? type);
  });
  return [HEAD, ...sections].join('\n');
}

function section(type: EventType, same: EventType): string {
  const { when, data } = EVENTS[type] as EventDescription;
  const members =
    same === type
      ? table(data.schema)
      : `The members are those of [\`${same}\`](#${anchor(same)}).`;
  const parts = [`## \`${type}\``, `${when} ${about(type)}`, members];
  const example = JSON.stringify(exampleOf(type), null, 2);
  if (example !== '{}') parts.push(`\`\`\`json\n${example}\n\`\`\``);
  return `${parts.join('\n\n')}\n`;
}

function about(type: EventType): string {
  const { objects, rules } = EVENTS[type] as EventDescription;
  const named = objects?.map((object) => `\`${object}\``).join(' or ') ?? 'any object';
  const asked = {
    created: 'Workflow rules hear of it as a new record.',
    updated: 'Workflow rules hear of it as a change.',
  };
  return `About ${named}. ${rules ? asked[rules] : 'Workflow rules are not asked.'}`;
}

/** As GitHub makes it of a heading. */
function anchor(heading: string): string {
  return heading.replaceAll('.', '');
}

function table(schema: EventSchema): string {
  const rows = rowsOf(schema);
  const others = schema.additionalProperties === true ? 'And others.' : '';
  if (rows.length === 0) return 'The members of the record, as its `GET` shows them.';
  const lines = ['| member | type | what it is |', '| --- | --- | --- |', ...rows];
  return others ? `${lines.join('\n')}\n\n${others}` : lines.join('\n');
}

function rowsOf({ properties = {}, required = [] }: EventSchema, prefix = ''): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const notAlways = required.includes(name) ? '' : ', not always there';
    const row = `| \`${path}\` | ${typeOf(schema)}${notAlways} | ${schema.description ?? ''} |`;
    const inner = schema.items ? rowsOf(schema.items, `${path}[].`) : rowsOf(schema, `${path}.`);
    return [row, ...inner];
  });
}

function typeOf(schema: EventSchema): string {
  const types = [schema.type ?? []].flat();
  const nullable = types.includes('null') ? ' or null' : '';
  return `${wordOf(schema, types[0])}${nullable}`;
}

function wordOf(schema: EventSchema, type: string | undefined): string {
  const { format, pattern, enum: values, items, additionalProperties } = schema;
  if (values) return `one of ${values.flatMap((each) => (each ? `\`${each}\`` : [])).join(', ')}`;
  if (type === 'array') return `list of ${items ? typeOf(items) : 'anything'}`;
  if (typeof additionalProperties === 'object') return `map to ${typeOf(additionalProperties)}`;
  if (type === 'string' && format === undefined) return pattern ? 'currency' : 'text';
  return CODES[format ?? ''] ?? type ?? 'anything';
}
