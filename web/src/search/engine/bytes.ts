/** The index is not what it should be: damaged, cut off, or written by another version. */
export class IndexFormatError extends Error {
  override name = "IndexFormatError";
}

/** Reads bytes from front to end, and never past it. */
export class ByteReader {
  readonly bytes: Uint8Array;
  position: number;

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes;
    this.position = position;
  }

  byte(): number {
    const byte = this.bytes[this.position];
    if (byte === undefined) throw new IndexFormatError("the index ends too early");
    this.position += 1;
    return byte;
  }

  /** A number in groups of seven bits, the lowest first. */
  varint(): number {
    let number = 0;
    for (let scale = 1; scale <= 2 ** 28; scale *= 128) {
      const byte = this.byte();
      number += (byte & 0x7f) * scale;
      if (byte < 0x80) return number;
    }
    throw new IndexFormatError("a number in the index is too long");
  }

  u32(): number {
    return this.byte() + this.byte() * 2 ** 8 + this.byte() * 2 ** 16 + this.byte() * 2 ** 24;
  }

  take(length: number): Uint8Array {
    const end = this.position + length;
    if (end > this.bytes.length) throw new IndexFormatError("the index ends too early");
    const taken = this.bytes.subarray(this.position, end);
    this.position = end;
    return taken;
  }

  /** All that is left. */
  rest(): Uint8Array {
    return this.take(this.bytes.length - this.position);
  }
}

/** Unpacks a file of the index. A server may have unpacked it already. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const packed = new Response(bytes).body;
    if (packed === null) throw new IndexFormatError("the index is empty");
    return new Uint8Array(await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  } catch (error) {
    throw new IndexFormatError("the index cannot be unpacked", { cause: error });
  }
}

/** Text from bytes. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
