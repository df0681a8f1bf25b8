import { Injectable } from '@nestjs/common';
import { changesMetadata, readCompanyTerms, readMetadataVersion } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { CompanyId, Ctx } from '@quittance/kernel';
import { readAhead } from '@quittance/formula';
import { ObjectCatalogue } from '../catalogue/object-catalogue.js';
import { compileAhead, formulaTexts } from '../formulas/formula-plan.js';
import { RecordChecks } from './record-checks.js';
import type { CompanyModel, CompanyObject } from '../catalogue/object.js';
import { makeModel, objectOf } from './make-model.js';
import { MetadataSource } from './metadata-source.js';

/** So many companies' models are kept; the one not asked for longest goes first. */
const MOST = 500;

/** The objects of companies, made once for each version of a company's metadata. */
@Injectable()
export class CompanyModels {
  private readonly known = new Map<CompanyId, CompanyModel>();
  /** Of transactions that had to ask for the version: they need not ask again. */
  private readonly asked = new WeakMap<Tx, CompanyModel>();

  constructor(
    private readonly catalogue: ObjectCatalogue,
    private readonly source: MetadataSource,
    private readonly checks: RecordChecks,
  ) {}

  /**
   * The model that the request began with. Costs no statement where `ctx.metadataVersion` is known
   * and the model of that version is; a transaction that changes metadata
   * sees its own changes.
   */
  async of(tx: Tx): Promise<CompanyModel> {
    if (changesMetadata(tx)) return this.fresh(tx);
    const asked = this.asked.get(tx);
    if (asked) return asked;
    const { companyId, metadataVersion } = tx.ctx;
    const version = metadataVersion ?? (await readMetadataVersion(tx));
    const known = this.known.get(companyId);
    const model = known && known.version >= version ? known : await this.ready(tx);
    this.keep(companyId, model);
    if (metadataVersion === undefined) this.asked.set(tx, model);
    return model;
  }

  /**
   * The same without a transaction: the model of the version that the request began with, where
   * this process has it. Outside a change of metadata only.
   */
  held({ companyId, metadataVersion }: Ctx): CompanyModel | undefined {
    const known = this.known.get(companyId);
    return metadataVersion !== undefined && known && known.version >= metadataVersion
      ? known
      : undefined;
  }

  /**
   * One object of that model.
   * @throws DomainError not_found
   */
  async object(tx: Tx, name: string): Promise<CompanyObject> {
    return objectOf(await this.of(tx), name);
  }

  /** The model as this transaction sees the metadata, its own changes included; kept by nobody. */
  async fresh(tx: Tx): Promise<CompanyModel> {
    const [version, terms, metadata] = await Promise.all([
      readMetadataVersion(tx),
      readCompanyTerms(tx),
      this.source.read(tx),
    ]);
    const model = makeModel(version, terms, this.catalogue, metadata, this.checks.all());
    await readAhead([...model.objects.values()].flatMap(formulaTexts));
    return model;
  }

  /** The same, with what its formulas are worked out by. */
  private async ready(tx: Tx): Promise<CompanyModel> {
    const model = await this.fresh(tx);
    for (const object of model.objects.values()) await compileAhead(object);
    return model;
  }

  private keep(companyId: CompanyId, model: CompanyModel): void {
    this.known.delete(companyId);
    this.known.set(companyId, model);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST && oldest !== undefined) this.known.delete(oldest);
  }
}
