import type { Instant } from '@quittance/kernel';
import type { Form } from './form.entity.js';
import type { FormDefinition, FormId, FormStatus } from './form.js';

/** A form as the API shows it to whoever edits it. */
export interface FormView extends FormDefinition {
  readonly id: FormId;
  readonly name: string;
  readonly status: FormStatus;
  /** Of the definition that submissions are filled against; 0 before the first. */
  readonly publishedVersion: number;
  /** The draft differs from what is published. */
  readonly unpublishedChanges: boolean;
  /** Anybody with the link may fill it in. */
  readonly publicLink: boolean;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export function formView(form: Form): FormView {
  const { id, name, status, definition, publishedVersion, dirty, publicHash } = form;
  const { version, createdAt, updatedAt } = form;
  const { title, description, sections, rules, mapping } = definition;
  return {
    id,
    name,
    status,
    title,
    description,
    sections,
    rules,
    mapping,
    publishedVersion,
    unpublishedChanges: dirty,
    publicLink: publicHash !== null,
    version,
    createdAt,
    updatedAt,
  };
}

/** The whole state for log, revision and revert; the secret of its link is no part of it. */
export function formState(form: Form): Readonly<Record<string, unknown>> {
  const { name, status, publishedVersion, dirty, definition } = form;
  return { name, status, publishedVersion, dirty, definition };
}
