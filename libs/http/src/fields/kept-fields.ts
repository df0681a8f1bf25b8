import { type FieldRights, sight } from '@quittance/lists';
import { closedBy } from '@quittance/access';
import type { Permissions } from '@quittance/kernel';
import { type CompanyModel, fieldsKept } from '@quittance/metadata';

const known = new WeakMap<CompanyModel, WeakMap<Permissions, Permissions>>();

/**
 * The permissions with all that is kept from their holder by what is hidden of a company's objects;
 * worked out once for each version of both.
 */
export function withClosedFields(permissions: Permissions, model: CompanyModel): Permissions {
  const ofModel = known.get(model) ?? new WeakMap<Permissions, Permissions>();
  known.set(model, ofModel);
  const closed =
    ofModel.get(permissions) ?? closedBy(permissions, (each) => fieldsKept.closed(model, each));
  ofModel.set(permissions, closed);
  return closed;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * What of a request and of its answer is kept from whoever asks. Members are known by where they
 * stand: those of the route's own records by their names, those of other records beneath a member
 * that names their kind (`account`, `invoices`, or `object: "deal"` beside them).
 */
export class KeptFields {
  private readonly resources: ReadonlyMap<string, string>;
  /** The type of a field, by its resource and name. */
  private readonly types: ReadonlyMap<string, string>;
  private readonly everywhere: ReadonlySet<string>;

  constructor(
    private readonly permissions: Permissions,
    readonly model: CompanyModel,
    private readonly own: readonly string[],
  ) {
    const objects = [...model.objects.values()];
    this.resources = new Map([
      ...PARTIES,
      ...objects.flatMap(({ name, resource }) => [
        [name, resource] as const,
        [camel(name), resource] as const,
        [camel(resource), resource] as const,
      ]),
    ]);
    this.types = new Map(
      objects.flatMap(({ resource, fields }) => [
        // What documents are found by, which is no field of theirs.
        [`${resource}.billToName`, 'text'] as const,
        ...[...fields.values()].map(({ name, type }) => [`${resource}.${name}`, type] as const),
      ]),
    );
    this.everywhere = this.rights(fieldsKept.everywhere)?.hidden ?? NONE;
  }

  /** Whether anything at all of any record is hidden. */
  get hidesAny(): boolean {
    const { fieldBound = [] } = this.permissions;
    return fieldBound.some((resource) => (this.rights(resource)?.hidden.size ?? 0) > 0);
  }

  /** The resource of the route of whose records something is hidden. */
  hiddenResource(): string | undefined {
    return this.own.find((resource) => (this.rights(resource)?.hidden.size ?? 0) > 0);
  }

  /** The accounts, where a document shows what is hidden of them: whom it is made out to. */
  partyHidden(): string | undefined {
    return this.everywhere.has('billToName') ? 'accounts' : undefined;
  }

  /** A resource that reports sum up, of which a number is hidden. */
  summedHidden(): string | undefined {
    return this.numberHidden(SUMMED);
  }

  /** The first of these resources of which a number is hidden. */
  numberHidden(resources: readonly string[]): string | undefined {
    return resources.find((resource) => {
      const hidden = this.rights(resource)?.hidden ?? NONE;
      return [...hidden].some((name) =>
        NUMBERS.has(this.types.get(`${resource}.${name}`) ?? 'number'),
      );
    });
  }

  /** Every member of a body that may not be written, at its pointer. */
  unwritten(body: unknown): ReturnType<typeof sight.unwritten> {
    return sight.unwritten(
      this.own.map((each) => this.rights(each)),
      body,
      { isApart: (name) => this.isOfOthers(name) },
    );
  }

  /** A resource whose hidden amounts those of a body would be weighed against. */
  weighedHidden(body: unknown, members: readonly string[]): string | undefined {
    if (!sight.namesAmount(body, members)) return undefined;
    return this.own.find((resource) => sight.hidesWeighed(this.permissions, resource));
  }

  /** An answer without what is hidden. */
  shown(answer: unknown): unknown {
    const own = new Set(this.own.flatMap((each) => [...(this.rights(each)?.hidden ?? NONE)]));
    if (!isObject(answer) || !ROWS.some((name) => Array.isArray(answer[name]))) {
      return this.walk(answer, own, '');
    }
    // What stands around rows is of no record.
    return Object.fromEntries(
      Object.entries(answer).map(([name, member]) => [name, this.walk(member, own, name)]),
    );
  }

  /** Whether a member is a record of another kind, whose own route or reader keeps it. */
  private isOfOthers(name: string): boolean {
    const resource = this.resources.get(name);
    return resource !== undefined && !this.own.includes(resource);
  }

  private rights(resource: string): FieldRights | undefined {
    return this.permissions.fields?.(resource);
  }

  private walk(value: unknown, hidden: ReadonlySet<string>, within: string): unknown {
    if (Array.isArray(value)) {
      return value
        .filter((each) => !this.describes(each, hidden, within))
        .map((each) => this.walk(each, hidden, within));
    }
    if (!isObject(value)) return value;
    const named = this.hiddenOf(value.object);
    const here = named?.size ? new Set([...hidden, ...named]) : hidden;
    const about = aboutOf(value);
    const left = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      if (this.isHidden(name, here)) return [];
      const of = VALUES.has(name) ? (about ?? name) : name;
      const beneath = typeof member === 'object' ? this.hiddenOf(of) : undefined;
      return [[name, this.walk(member, beneath ?? here, name)]];
    });
    return Object.fromEntries(left);
  }

  private isHidden(name: string, hidden: ReadonlySet<string>): boolean {
    if (hidden.has(name) || this.everywhere.has(name)) return true;
    const dot = name.indexOf('.');
    if (dot < 1) return false;
    const [first, rest] = [name.slice(0, dot), name.slice(dot + 1)];
    return hidden.has(first) || this.hiddenOf(first)?.has(rest) === true;
  }

  /** What tells of a hidden field by its name: a field of a layout, a column of a view. */
  private describes(each: unknown, hidden: ReadonlySet<string>, within: string): boolean {
    if (typeof each === 'string') return NAMES.has(within) && this.isHidden(each, hidden);
    if (!isObject(each)) return false;
    const about = aboutOf(each);
    return about !== undefined && DESCRIBING.some((m) => m in each) && hidden.has(about);
  }

  private hiddenOf(name: unknown): ReadonlySet<string> | undefined {
    const resource = typeof name === 'string' ? this.resources.get(name) : undefined;
    return resource === undefined ? undefined : (this.rights(resource)?.hidden ?? NONE);
  }
}

/** Members that hold what an account was called and where it was when a document was written. */
const PARTIES = [
  ['billTo', 'accounts'],
  ['shipTo', 'accounts'],
] as const;

/** What reports tell of, in sums. */
const SUMMED: readonly string[] = [
  'accounts',
  'billing-schedules',
  'contracts',
  'credit-checks',
  'credit-notes',
  'deals',
  'invoices',
  'ledger-accounts',
  'payments',
  'products',
  'quotes',
  'sales-orders',
  'subscriptions',
  'tax',
];
const NUMBERS: ReadonlySet<string> = new Set([
  'currency',
  'formula',
  'integer',
  'number',
  'percent',
  'rollup',
]);
/** What an answer calls its rows. */
const ROWS: readonly string[] = ['data', 'groups', 'results'];
/** Members of an answer that list the names of fields. */
const NAMES: ReadonlySet<string> = new Set(['columns', 'fields', 'required']);
/** Members that hold what the field beside them has: `{ name: 'billTo', value: { … } }`. */
const VALUES: ReadonlySet<string> = new Set(['value', 'before', 'after']);
const DESCRIBING = ['type', 'label', 'value', 'before', 'after', 'readOnly'] as const;

const camel = (name: string) =>
  name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());

/** The field that an object is about. */
function aboutOf(each: Readonly<Record<string, unknown>>): string | undefined {
  return [each.field, each.name, each.apiName].find((name) => typeof name === 'string') as
    | string
    | undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
