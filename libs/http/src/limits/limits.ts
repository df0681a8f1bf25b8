import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { XLSX_TYPE } from '../lists/tables/workbook.js';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';

export const STRICT_LIMIT_MARK = 'quittance:strict-limit';

const MIB = 1024 * 1024;
/** The largest body of every route that says nothing else. */
export const BODY_LIMIT = MIB;
/** The same where whoever calls is nobody: a sign-in takes some hundred bytes. */
export const ANONYMOUS_LIMIT = 64 * 1024;
/** Values of such a body: it is flat, and a few members are all there are. */
export const ANONYMOUS_VALUES = 200;
/** The largest body of a bulk load. */
export const IMPORT_LIMIT = 50 * MIB;
/** The largest file attached to a record. */
export const FILE_LIMIT = 25 * MIB;
/** The largest webhook taken: providers send a few kilobytes. */
export const WEBHOOK_LIMIT = 256 * 1024;

/** How a route's body is taken; looked at before a byte of it is read. */
export interface BodyRule {
  readonly limit: number;
  /**
   * `json`: parsed. `bytes`: kept as sent, and not looked into. `csv`: rows as a stream, all of
   * which have arrived. `file`: a stream of any type, as it arrives.
   */
  readonly form: 'json' | 'bytes' | 'csv' | 'file';
  /**
   * The most values of a JSON body, lists and objects among them; else as many as its length
   * allows.
   */
  readonly values?: number;
  /** Of a JSON body the member that rows by line come in as: `application/x-ndjson` is taken too. */
  readonly lines?: string;
}

/**
 * Sign-in and its kin: few requests per minute and address, of each route or of all together that
 * name the same.
 */
export const StrictRateLimit = (together?: string) =>
  SetMetadata(STRICT_LIMIT_MARK, together ?? true);

export const LINK_LIMIT_MARK = 'quittance:link-limit';

/**
 * What whoever holds a link opens: so many per minute and address, of all such routes together, so
 * that nobody tries tokens.
 */
export const LinkRateLimit = () => SetMetadata(LINK_LIMIT_MARK, true);

export const NO_LIMIT_MARK = 'quittance:no-limit';

/**
 * Webhooks of a provider: thousands a minute from one address, each with a signature of its own.
 */
export const NoRateLimit = () => SetMetadata(NO_LIMIT_MARK, true);

/** Set on handlers with a body rule: they take a body of their own. */
export const BODY_RULE_MARK = 'quittance:body-rule';

const body = (rule: BodyRule) =>
  applyDecorators(RouteConfig({ body: rule }), SetMetadata(BODY_RULE_MARK, rule));

/**
 * Keeps the bytes of the body in `request.rawBody` (`@RawBytes()`), for signatures; any content
 * type. Nothing is made of them before: whoever sent them has yet to prove who they are.
 */
export const RawBody = (limit = WEBHOOK_LIMIT) => body({ limit, form: 'bytes' });

/**
 * Takes JSON of more than the usual length; with `lines` also objects by line, as that member of
 * the body; with `values` as many of them, whatever its length.
 */
export const LargeBody = (limit: number, more: Pick<BodyRule, 'lines' | 'values'> = {}) =>
  body({ limit, form: 'json', ...more });

/**
 * Takes `text/csv`, `application/x-ndjson` or a workbook of up to 50 MiB as a stream
 * (`@Body() csv: Readable`), once it has arrived whole.
 */
export const CsvBody = (limit = IMPORT_LIMIT) =>
  applyDecorators(
    body({ limit, form: 'csv' }),
    ApiConsumes('text/csv', 'application/x-ndjson', XLSX_TYPE),
    ApiBody({
      schema: { type: 'string' },
      description: 'Rows under a header, in a workbook too, or objects by line.',
    }),
  );

/**
 * Takes the bytes of a file of up to 25 MiB as a stream (`@Body() file: Readable`); any content
 * type.
 */
export const FileBody = (limit = FILE_LIMIT) =>
  applyDecorators(
    body({ limit, form: 'file' }),
    ApiConsumes('application/octet-stream'),
    ApiBody({
      schema: { type: 'string', format: 'binary' },
      description: 'The bytes of the file, as they are; under any content type.',
    }),
  );
