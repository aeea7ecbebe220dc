import { hash } from 'node:crypto';

/** Size of the blocks that SHA-256 works in, and of the key that HMAC builds from any secret. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** Texts up to so many bytes need no memory of their own. */
const ROOM_BYTES = 256;

/**
 * Makes HMAC-SHA-256 (RFC 2104) under one secret, shortened to 96 bits in base64url.
 *
 * Each `createHmac` makes an object that has to be collected, which costs a vote more than all its hashing: here the two
 * blocks of the key are kept, and the hashes are one call each. The inner one comes as text of single bytes, as a buffer
 * would be one more thing to collect. A test holds it to `createHmac`.
 */
export function createKeyedHash(secret: string): (text: string) => string {
  const key = keyBlock(secret);
  const inner = Buffer.alloc(
    BLOCK_BYTES + ROOM_BYTES,
    key.map((byte) => byte ^ INNER_PAD),
  );
  const outer = Buffer.alloc(
    BLOCK_BYTES + DIGEST_BYTES,
    key.map((byte) => byte ^ OUTER_PAD),
  );
  return (text) => {
    outer.write(hash('sha256', withText(inner, text), 'binary'), BLOCK_BYTES, 'binary');
    return hash('sha256', outer, 'base64url').slice(0, 16);
  };
}

function keyBlock(secret: string): Buffer {
  const bytes = Buffer.from(secret);
  const key = Buffer.alloc(BLOCK_BYTES);
  key.set(bytes.length > BLOCK_BYTES ? hash('sha256', bytes, 'buffer') : bytes);
  return key;
}

/** The block of the key and the text after it, in the room that is there, or in new memory for a longer text. */
function withText(inner: Buffer, text: string): Buffer {
  const bytes = Buffer.byteLength(text);
  if (bytes > ROOM_BYTES) return Buffer.concat([inner.subarray(0, BLOCK_BYTES), Buffer.from(text)]);
  inner.write(text, BLOCK_BYTES);
  return inner.subarray(0, BLOCK_BYTES + bytes);
}
