import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors.ts';
import type { IpAddress } from '../ip-address.ts';
import { requireAddress } from './require-address.ts';

/** The parts of a request that a signature covers. */
export interface SignedRequest {
  readonly method: string;
  /** Path with query, as sent. */
  readonly url: string;
  /** Text of the X-Vote-Client-IP header. */
  readonly clientIp: string;
  /** Exact bytes of the body; empty where there is none. */
  readonly body: Uint8Array;
}

/** How far the clock of the signer may be off, in seconds, either way. */
const MAX_AGE_SECONDS = 300;

const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/**
 * Signs a request: `t=<unix seconds>,v1=<hex HMAC-SHA256>` over `t.METHOD.path?query.ip.sha256(body)`.
 *
 * @param keyHash lower-case hex SHA-256 of the vote key; its text is the key of the HMAC.
 */
export function signRequest(request: SignedRequest, keyHash: string, unixSeconds: number): string {
  return `t=${unixSeconds},v1=${digestOf(request, keyHash, String(unixSeconds)).toString('hex')}`;
}

/** What a signed request says of its visitor; the header with the address may not be there. */
export interface Attestation extends Omit<SignedRequest, 'clientIp'> {
  readonly signature: string;
  readonly clientIp: string | undefined;
}

/** The key that a request came with, and what the check needs beside. */
export interface Signer {
  /** Lower-case hex SHA-256 of the key. */
  readonly keyHash: string;
  /** May this key name visitors? */
  readonly attest: boolean;
  readonly nowMs: number;
  readonly ipv6Prefix: number;
}

/**
 * The visitor that a signed request names.
 *
 * @throws ApiError `attestation_not_granted`, `invalid_signature` with the part that is wrong, or `invalid_ip`.
 */
export function readAttestedAddress(request: Attestation, signer: Signer): IpAddress {
  const { signature, clientIp = '' } = request;
  if (!signer.attest) throw new ApiError('attestation_not_granted');
  checkSignature({ ...request, clientIp }, signature, signer);
  return requireAddress(clientIp, signer.ipv6Prefix, 'X-Vote-Client-IP');
}

function checkSignature(request: SignedRequest, signature: string, signer: Signer): void {
  const [, time = '', digest = ''] = SIGNATURE.exec(signature) ?? [];
  if (digest === '') throw signatureFault('must have the form t=<unix seconds>,v1=<64 hex digits>');
  if (!timingSafeEqual(Buffer.from(digest, 'hex'), digestOf(request, signer.keyHash, time))) {
    throw signatureFault(
      'does not match the request: sign t.METHOD.path?query.ip.sha256(body) with the SHA-256 of the key that is sent',
    );
  }
  if (Math.abs(Math.floor(signer.nowMs / 1000) - Number(time)) > MAX_AGE_SECONDS) {
    throw signatureFault(
      `was made more than ${MAX_AGE_SECONDS} seconds from now: sign each request anew and set the clock right`,
    );
  }
}

function digestOf(request: SignedRequest, keyHash: string, time: string): Buffer {
  const body = createHash('sha256').update(request.body).digest('hex');
  return createHmac('sha256', keyHash)
    .update(`${time}.${request.method}.${request.url}.${request.clientIp}.${body}`)
    .digest();
}

function signatureFault(detail: string): ApiError {
  return new ApiError('invalid_signature', { errors: [{ parameter: 'X-Vote-Signature', detail }] });
}
