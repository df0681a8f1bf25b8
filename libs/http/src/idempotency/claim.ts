import type { Sealed } from '@quittance/config';
import type { Ctx } from '@quittance/kernel';

/** The answer of a request as it is kept and replayed. */
export interface KeptAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly location: string | null;
  readonly etag: string | null;
  readonly body: string;
  /** It has no body: what its caller is shown of the effect is yet to be made. */
  readonly unshown?: boolean;
}

/** A key that a request holds until it is answered. */
export interface IdempotencyClaim {
  readonly key: string;
  /** Tells this holder from one that takes the key over after a minute of silence. */
  readonly owner: string;
  /** The context of the request, without the completion it is given. */
  readonly ctx: Ctx;
  /** Undefined while a streamed body has not been read to its end. */
  fingerprint(): Buffer | undefined;
  /** Set where the answer holds a secret: its body is kept sealed by this. */
  seal?: (body: string) => Sealed;
  /** How long the answer is kept. */
  readonly keptHours: number;
  /** Of what its caller may see. */
  readonly rights: Buffer;
  /** Steps that requests before it have saved under the key. */
  readonly stepsBefore: number;
  /** How far the first step reaches that this request has saved. */
  firstStep?: number;
  /** Ends what keeps the key while bytes are waited for. */
  rest?: () => void;
  /** What the answering transaction stored. */
  kept?: KeptAnswer;
}
