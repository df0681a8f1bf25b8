import { inflateSync } from 'node:zlib';

/** One object of a file: its dictionary as text and its stream, unpacked. */
interface PdfObject {
  readonly text: string;
  readonly stream: Buffer | null;
}

/** A piece of text and where on the page it begins, in points from its left lower corner. */
export interface PdfPiece {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** What stands on each page of a PDF, each piece of text on a line of its own, as it is drawn. */
export function pdfText(pdf: Uint8Array): string[] {
  return pdfPieces(pdf).map((page) => page.map(({ text }) => `${text}\n`).join(''));
}

/** The pieces of text of each page, in the order in which they are drawn. */
export function pdfPieces(pdf: Uint8Array): PdfPiece[][] {
  const objects = readObjects(Buffer.from(pdf));
  const kids = /\/Kids \[([^\]]*)\]/.exec([...objects.values()].find(isPages)?.text ?? '')?.[1];
  return references(kids ?? '').map((id) => piecesOf(objects, objects.get(id)?.text ?? ''));
}

/** The files inside a PDF by their names. */
export function pdfFiles(pdf: Uint8Array): Map<string, Buffer> {
  const objects = readObjects(Buffer.from(pdf));
  const files = new Map<string, Buffer>();
  for (const { text } of objects.values()) {
    const [, name = '', id = ''] = /\/F \(([^)]*)\)[\s\S]*\/EF <<\s*\/F (\d+) 0 R/.exec(text) ?? [];
    const stream = objects.get(Number(id))?.stream;
    if (text.includes('/Filespec') && stream) files.set(name, stream);
  }
  return files;
}

function isPages({ text }: PdfObject): boolean {
  return /\/Type \/Pages\b/.test(text);
}

function references(text: string): number[] {
  return [...text.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));
}

function readObjects(pdf: Buffer): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const whole = pdf.toString('latin1');
  for (const { 0: head, 1: id, index } of whole.matchAll(/^(\d+) 0 obj\n/gm)) {
    const start = index + head.length;
    const end = whole.indexOf('\nendobj', start);
    const body = whole.slice(start, end);
    const at = body.indexOf('\nstream\n');
    if (at < 0) {
      objects.set(Number(id), { text: body, stream: null });
      continue;
    }
    const length = Number(/\/Length (\d+)/.exec(body.slice(0, at))?.[1]);
    const from = start + at + '\nstream\n'.length;
    const bytes = pdf.subarray(from, from + length);
    const packed = body.slice(0, at).includes('/FlateDecode');
    const stream = packed ? inflateSync(bytes) : bytes;
    objects.set(Number(id), { text: body.slice(0, at), stream });
  }
  return objects;
}

function piecesOf(objects: Map<number, PdfObject>, page: string): PdfPiece[] {
  const [contents = 0] = references(/\/Contents (\d+ 0 R)/.exec(page)?.[1] ?? '');
  const [resources = 0] = references(/\/Resources (\d+ 0 R)/.exec(page)?.[1] ?? '');
  const fonts = new Map<string, Map<string, string>>();
  const named = objects.get(resources)?.text.matchAll(/\/(F\d+) (\d+) 0 R/g) ?? [];
  for (const [, name = '', id] of named) fonts.set(name, letters(objects, Number(id)));
  const drawn = objects.get(contents)?.stream?.toString('latin1') ?? '';
  return [...drawn.matchAll(/\bBT\b([\s\S]*?)\bET\b/g)].map(([, piece = '']) => {
    const [, x, y] = /1 0 0 1 ([-\d.]+) ([-\d.]+) Tm/.exec(piece) ?? [];
    const font = fonts.get(/\/(F\d+) /.exec(piece)?.[1] ?? '') ?? new Map<string, string>();
    const shown = [...piece.matchAll(/\[([^\]]*)\] TJ/g)].map(([, codes = '']) => codes);
    return { x: Number(x), y: Number(y), text: shown.map((codes) => decode(codes, font)).join('') };
  });
}

function decode(shown: string, font: Map<string, string>): string {
  const codes = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join('');
  return (codes.match(/.{4}/g) ?? []).map((code) => font.get(code) ?? '').join('');
}

/** What the codes of a font stand for, by its own table. */
function letters(objects: Map<number, PdfObject>, font: number): Map<string, string> {
  const [table = 0] = references(
    /\/ToUnicode (\d+ 0 R)/.exec(objects.get(font)?.text ?? '')?.[1] ?? '',
  );
  const known = new Map<string, string>();
  const map = objects.get(table)?.stream?.toString('latin1') ?? '';
  for (const [, first = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, units = ''], i) => {
      const code = (parseInt(first, 16) + i).toString(16).padStart(4, '0');
      const chars = units.split(' ').filter(Boolean);
      known.set(code, String.fromCharCode(...chars.map((unit) => parseInt(unit, 16))));
    });
  }
  return known;
}
