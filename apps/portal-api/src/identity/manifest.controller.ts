import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '@quittance/config';
import { PictureRenderer, renderingBusy, renderingFailed } from '@quittance/documents/host';
import {
  EnumField,
  Origin,
  Problems,
  Public,
  TextField,
  type RequestOrigin,
} from '@quittance/http/host';
import { validationFailed } from '@quittance/kernel';
import type { PortalDirectory } from '@quittance/portal';
import {
  ICON_PURPOSES,
  ICON_SIDES,
  iconLetters,
  iconSvg,
  PORTAL_DIRECTORIES,
  ReadBrand,
  webManifest,
  type IconPurpose,
  type IconSide,
} from '@quittance/portal/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { BrowserSessions } from './browser-sessions.js';
import { TAGS } from './directories.js';

const COMPANY = {
  max: 100,
  optional: true,
  pattern: /^[a-z0-9-]+$/,
  description: 'The slug of the company; that of the host, or the only one, unless given.',
} as const;

export class BrandQuery {
  @TextField(COMPANY) company?: string;
}

export class ManifestQuery extends BrandQuery {
  @EnumField(PORTAL_DIRECTORIES, { optional: true, description: 'That of customers unless given.' })
  directory?: PortalDirectory;
}

export class IconQuery extends BrandQuery {
  @EnumField(ICON_PURPOSES, { optional: true, description: '`any` unless given.' })
  purpose?: IconPurpose;
}

export class PictureQuery extends IconQuery {
  @EnumField(ICON_SIDES.map(String), {
    optional: true,
    description: 'Pixels of each side; 180, which iOS takes, unless given.',
  })
  size?: string;
}

/** Nothing of it runs, and it is drawn of itself alone. */
const POLICY = "default-src 'none'; img-src data:; sandbox";
const NAMED = { name: { type: 'string' }, start_url: { type: 'string' } } as const;
const MANIFEST = {
  'application/manifest+json': { schema: { type: 'object' as const, properties: NAMED } },
};
const PICTURE = { 'image/png': { schema: { type: 'string' as const, format: 'binary' } } };
const ICON = { 'image/svg+xml': { schema: { type: 'string' } } } as const;

/** What a browser puts a portal on the home screen by, in the dress of the company. */
@ApiTags(TAGS.customer)
@Public()
@Controller('portal')
export class ManifestController {
  constructor(
    private readonly brands: ReadBrand,
    private readonly browsers: BrowserSessions,
    private readonly pictures: PictureRenderer,
    @Inject(CONFIG) private readonly config: Pick<Config, 'portalAppUrl'>,
  ) {}

  @Get('manifest.webmanifest')
  @ApiProduces('application/manifest+json')
  @ApiResponse({ status: 200, description: 'The manifest.', content: MANIFEST })
  @ApiResponse({ status: 304, description: 'It has not changed.' })
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'The web app manifest of a portal',
    description: 'Of a company that there is not it is that of no company in particular.',
  })
  async manifest(
    @Origin() origin: RequestOrigin,
    @Query() { company, directory = 'customer' }: ManifestQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const slug = company ?? this.browsers.companyOf(request);
    const brand = await this.brands.execute(origin, slug);
    const of = slug === null ? '' : `&company=${slug}`;
    const icon = (purpose: IconPurpose, side?: IconSide) =>
      side === undefined
        ? `/portal/icon.svg?purpose=${purpose}${of}`
        : `/portal/icon.png?purpose=${purpose}&size=${side}${of}`;
    const { portalAppUrl: appUrl } = this.config;
    const text = JSON.stringify(webManifest(brand, { directory, appUrl, icon }));
    await answer(request, reply, { body: text, type: 'application/manifest+json; charset=utf-8' });
  }

  @Get('icon.svg')
  @ApiProduces('image/svg+xml')
  @ApiResponse({ status: 200, description: 'The icon.', content: ICON })
  @ApiResponse({ status: 304, description: 'It has not changed.' })
  @Problems(validationFailed)
  @ApiOperation({ summary: 'The icon of a portal, made of the logo of the company' })
  async icon(
    @Origin() origin: RequestOrigin,
    @Query() { company, purpose = 'any' }: IconQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const slug = company ?? this.browsers.companyOf(request);
    const text = iconSvg(await this.brands.execute(origin, slug), purpose);
    await answer(request, reply, { body: text, type: 'image/svg+xml; charset=utf-8' });
  }

  @Get('icon.png')
  @ApiProduces('image/png')
  @ApiResponse({ status: 200, description: 'The icon.', content: PICTURE })
  @ApiResponse({ status: 304, description: 'It has not changed.' })
  @Problems(validationFailed, renderingBusy, renderingFailed)
  @ApiOperation({
    summary: 'The same icon as a picture, for home screens that take no drawing',
    description: 'It is drawn once for all who ask, as long as logo, name and colour stay.',
  })
  async picture(
    @Origin() origin: RequestOrigin,
    @Query() { company, purpose = 'any', size = '180' }: PictureQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const brand = await this.brands.execute(origin, company ?? this.browsers.companyOf(request));
    const [svg, letters] = [iconSvg(brand, purpose), iconLetters(brand)];
    const body = await this.pictures.render({ svg, side: Number(size), letters });
    await answer(request, reply, { body, type: 'image/png' });
  }
}

interface Made {
  readonly body: string | Buffer;
  readonly type: string;
}

/** Kept by whoever asks for a quarter of an hour, and asked for by its hash from then on. */
async function answer(request: FastifyRequest, reply: FastifyReply, { body, type }: Made) {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  void reply.headers({ etag: tag, 'cache-control': 'public, max-age=900' });
  if (request.headers['if-none-match'] === tag) return void (await reply.code(304).send());
  await reply
    .headers({
      'content-type': type,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
    })
    .send(body);
}
