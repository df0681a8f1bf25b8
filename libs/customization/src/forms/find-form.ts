import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import {
  notFound,
  systemCtx,
  type Ctx,
  type Instant,
  type Permissions,
  type Unit,
} from '@quittance/kernel';
import { WorkBudget } from '@quittance/work';
import { offeredSections } from './form-masters.js';
import { checkMove } from './form-terms.js';
import type { FormId, FormRule, FormSection } from './form.js';
import { findForm, formByLink, frozenDefinition } from './form.repository.js';
import { companyOfToken, formTokenHash } from '../submissions/public-link.js';

/** A form as whoever fills it in needs it. */
export interface FillableForm {
  readonly id: FormId;
  readonly title: string;
  readonly description: string | null;
  /** The version that a submission records. */
  readonly formVersion: number;
  /** Fields of a master have its entries among their settings, as `options`. */
  readonly sections: readonly FormSection[];
  readonly rules: readonly FormRule[];
}

/** A request of somebody who is not signed in. */
export interface FormLinkRequest {
  readonly token: string;
  readonly now: Instant;
  readonly requestId: string;
  readonly unit?: Unit | undefined;
}

/**
 * What anybody with a link may do: have the record made. They see none, so that no refusal names
 * what is there already.
 */
const OF_ANYBODY: Permissions = Object.freeze({
  all: false,
  can: (_: string, action: string) => action === 'create',
  granted: () => false,
  scope: () => 'all' as const,
});

/** Finds a form to be filled in: by its id, or by the word in its public link. */
@Injectable()
export class FindForm {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, form_not_published */
  async execute(ctx: Ctx, id: FormId): Promise<FillableForm> {
    return this.db.read(ctx, (tx) => fillable(tx, id));
  }

  /**
   * The form of a link, and the context in which it is filled in.
   * @throws DomainError not_found
   */
  async byLink(request: FormLinkRequest): Promise<{ ctx: Ctx; id: FormId }> {
    const { token, now, requestId, unit } = request;
    const companyId = companyOfToken(token);
    if (!companyId) throw notFound({ object: 'form' });
    const actor = { kind: 'share_link', id: null, name: 'Public form' } as const;
    const ctx: Ctx = Object.freeze({
      ...systemCtx(companyId, now, requestId, actor),
      ...(unit && { unit }),
      work: new WorkBudget(),
      permissions: OF_ANYBODY,
    });
    const id = await this.db.read(ctx, (tx) => formByLink(tx, formTokenHash(token)));
    if (!id) throw notFound({ object: 'form' });
    return { ctx, id };
  }
}

async function fillable(tx: Tx, id: FormId): Promise<FillableForm> {
  const form = await findForm(tx, id);
  checkMove('submit', form);
  const definition = await frozenDefinition(tx, id, form.publishedVersion);
  const { title, description, rules } = definition;
  const sections = await offeredSections(tx, definition.sections);
  return { id, title, description, formVersion: form.publishedVersion, sections, rules };
}
