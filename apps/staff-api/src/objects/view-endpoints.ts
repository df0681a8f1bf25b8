import { Injectable } from '@nestjs/common';
import { ResolveLayout, type LayoutId, type ResolvedLayout } from '@quittance/customization/host';
import type { Ctx } from '@quittance/kernel';
import {
  ReadTimeline,
  objectSchema,
  type TimelineCall,
  type TimelinePage,
} from '@quittance/objects/host';
import { type CompanyObject, type RecordId, fieldsKept } from '@quittance/metadata';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { ObjectsAtHand } from './objects-at-hand.js';
import type { ObjectAddress } from './record-routes.js';

const PAGE = 50;

interface WrittenSchema {
  readonly text: string;
  readonly tag: string;
}

/** What the routes beside the records of every object do. */
@Injectable()
export class ViewEndpoints {
  /** For each version of an object, by what the caller may do: most ask for the same. */
  private readonly schemas = new WeakMap<CompanyObject, Map<string, WrittenSchema>>();

  constructor(
    private readonly objects: ObjectsAtHand,
    private readonly readTimeline: ReadTimeline,
    private readonly resolveLayout: ResolveLayout,
  ) {}

  async timeline(
    ctx: Ctx,
    address: ObjectAddress,
    recordId: RecordId,
    { cursor, pageSize = PAGE }: Partial<TimelineCall>,
  ): Promise<TimelinePage> {
    const object = await this.objects.find(ctx, address);
    const call = { pageSize, ...(cursor === undefined ? {} : { cursor }) };
    return this.readTimeline.execute(ctx, { object, recordId }, call);
  }

  async layout(
    ctx: Ctx,
    address: ObjectAddress,
    recordId: RecordId,
    layout: LayoutId | undefined,
  ): Promise<ResolvedLayout> {
    const { name } = await this.objects.find(ctx, address);
    return this.resolveLayout.execute(ctx, name, recordId, layout);
  }

  async schema(
    ctx: Ctx,
    address: ObjectAddress,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const object = await this.objects.find(ctx, address);
    const { text, tag } = this.schemaOf(ctx, object);
    void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
    if (isKnown(tag, request.headers['if-none-match'])) return void (await reply.code(304).send());
    await reply.header('content-type', 'application/schema+json; charset=utf-8').send(text);
  }

  private schemaOf({ permissions }: Ctx, object: CompanyObject): WrittenSchema {
    const create = permissions.can(object.resource, 'create');
    const update = permissions.can(object.resource, 'update');
    const kept = permissions.fields?.(object.resource);
    const limits = kept
      ? JSON.stringify([[...kept.hidden].sort(), [...kept.unwritten].sort()])
      : '';
    const rights = `${create} ${update} ${limits}`;
    const written = this.schemas.get(object) ?? new Map<string, WrittenSchema>();
    this.schemas.set(object, written);
    const known = written.get(rights);
    if (known) return known;
    const text = JSON.stringify(
      objectSchema(fieldsKept.object(permissions, object), { create, update }),
    );
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    written.set(rights, { text, tag });
    return { text, tag };
  }
}

function isKnown(tag: string, header: string | undefined): boolean {
  if (!header) return false;
  const known = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(tag);
}
