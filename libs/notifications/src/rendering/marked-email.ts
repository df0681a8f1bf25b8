import { escaped } from '../liquid/engine.js';
import { misplacements } from './secret-places.js';
import type { RenderedEmail } from '../templates/email-template.js';

/** A rendered e-mail with a mark in all the places of its secret link, each of them a safe one. */
export interface MarkedEmail {
  readonly rendered: RenderedEmail;
  readonly mark: string;
}

/**
 * An e-mail that would carry its secret link to somebody else; it is not sent, however often it is
 * tried.
 */
export class MisplacedLink extends Error {}

/** @throws MisplacedLink */
export function markedEmail(rendered: RenderedEmail, mark: string): MarkedEmail {
  const [first] = misplacements(rendered, mark);
  if (first) {
    throw new MisplacedLink(
      `Its template could give its link away: ${first.part}: ${first.message}`,
    );
  }
  return { rendered, mark };
}

/** The e-mail as its recipient gets it. */
export function withLink({ rendered, mark }: MarkedEmail, link: string): RenderedEmail {
  return {
    ...rendered,
    html: rendered.html.replaceAll(mark, () => escaped(link)),
    text: rendered.text.replaceAll(mark, () => link),
  };
}
