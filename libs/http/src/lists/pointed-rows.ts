import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Bind, ListDefinition, ListField } from '@quittance/lists';
import { maskMembers, personalFields } from '@quittance/mass';
import { CompanyModels, type CompanyModel } from '@quittance/metadata';
import { pointed } from '@quittance/objects';

/** SQL of what names a record, by SQL of its id. */
export type NameSql = (id: string, bind: Bind) => string;

/** What a field may be made to point at; undefined where there is nothing of that name. */
export type Pickable = ReturnType<typeof pointed.choices>;

type Records = ReadonlyMap<string, Readonly<Record<string, unknown>>>;
type Reach = (name: string) => ListField | undefined;
/** A member of what a row points at: why it is not shown, where it is not. */
export type MemberThere = { readonly refusal?: ListField['refusal'] } | undefined;

/** What the rows of lists point at, as somebody may see it. */
export abstract class PointedRows {
  /** What filters, sorts and groups of a list may name through one lookup. */
  abstract reach(ctx: Ctx, fields: ListDefinition['fields']): Promise<Reach | undefined>;
  /** Undefined where a record of that kind has no such member. */
  abstract member(ctx: Ctx, target: string, name: string): Promise<MemberThere>;
  /** What a field that points at them may be made to point at. */
  abstract choices(ctx: Ctx, target: string): Promise<Pickable>;
  /** What names them to a person; what may not be seen has no title. */
  abstract titles(
    tx: Tx,
    target: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** SQL of the same by SQL of an id; undefined where none of them has a name to see. */
  abstract naming(ctx: Ctx, target: string): Promise<NameSql | undefined>;
  /** They themselves; in a download without what the actor may not take away. */
  abstract records(
    tx: Tx,
    target: string,
    ids: readonly string[],
    isDownload: boolean,
  ): Promise<Records>;
}

/** What staff see, by the model of their company. */
@Injectable()
export class StaffPointedRows extends PointedRows {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {
    super();
  }

  async reach(ctx: Ctx, fields: ListDefinition['fields']): Promise<Reach> {
    return pointed.fields(ctx, await this.model(ctx), fields);
  }

  async member(ctx: Ctx, target: string, name: string): Promise<MemberThere> {
    const at = pointed.at(ctx, await this.model(ctx), target);
    const known = at?.object?.fields;
    const isThere = known?.has(name) ?? Object.hasOwn(LISTED, name);
    const dot = name.indexOf('.');
    // A part of an address is open to whom the address is.
    const whole = dot > 0 && at && Object.hasOwn(at.fields('t'), name) ? name.slice(0, dot) : name;
    if (!at || at.isHidden(name) || !(isThere || known?.has(whole))) return undefined;
    const refusal = at.closed(whole);
    return refusal ? { refusal } : {};
  }

  async choices(ctx: Ctx, target: string): Promise<Pickable> {
    return pointed.choices(ctx, await this.model(ctx), target);
  }

  async titles(tx: Tx, target: string, ids: readonly string[]) {
    return pointed.titles(tx, await this.models.of(tx), target, ids);
  }

  async naming(ctx: Ctx, target: string): Promise<NameSql | undefined> {
    return pointed.naming(ctx, await this.model(ctx), target);
  }

  async records(tx: Tx, target: string, ids: readonly string[], isDownload: boolean) {
    const model = await this.models.of(tx);
    const records = await pointed.records(tx, model, target, ids);
    const object = isDownload ? model.objects.get(target) : undefined;
    const hidden = object ? personalFields(tx.ctx, object) : [];
    if (hidden.length === 0) return records;
    return new Map([...records].map(([id, record]) => [id, maskMembers(record, hidden)]));
  }

  /** Costs no statement where this process has the model. */
  private async model(ctx: Ctx): Promise<CompanyModel> {
    return this.models.held(ctx) ?? this.db.read(ctx, (tx) => this.models.of(tx));
  }
}

/** What is known of what is no object. */
const LISTED = { id: true, name: true };
